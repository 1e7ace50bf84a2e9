/** Under these names policies keep checkpoints and act in the log: a name that was ever stored stays. */
export const policyNames = {
  returnTickets: 'return-tickets',
  eraseContacts: 'erase-contacts',
  answerCalls: 'answer-calls',
  quietTickets: 'quiet-tickets',
  /** These two look at rows now and then, and follow no log. */
  autoClose: 'auto-close',
  unattendedSessions: 'unattended-sessions',
} as const;

/** As readiness and metrics name a policy. */
export const followerName = (policy: string): string => `policy ${policy}`;

/** What every `commands` service reports on; `autoClose` may be switched off. */
export const policyFollowers: readonly string[] = Object.values(policyNames)
  .filter(name => name !== policyNames.autoClose)
  .map(followerName);
