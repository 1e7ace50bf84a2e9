/** How far a message has come, as programs outside are told. */
export const outsideStates = [
  'queued',
  'unconfirmed',
  'failed',
  'sent',
  'delivered',
  'read',
  'deleted',
] as const;
export type OutsideState = (typeof outsideStates)[number];
