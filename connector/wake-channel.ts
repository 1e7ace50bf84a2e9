/** Tells connectors that a session is to be looked at, or that there is something to send. */
export const wakeChannel = 'connector_wake';
