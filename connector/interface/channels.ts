/** Notifies connectors that a session is to be looked at, or that there is something to send. */
export const wakeChannel = 'connector_wake';

/** Connectors notify here that a session's row has changed: `{companyId, connectionId}`. */
export const sessionChannel = 'connector_session';

/** A connector notifies here that it has answered a question about a number: the question's id. */
export const checkedChannel = 'connector_checked';
