import type { PolicyName } from '#domain/shared/policy-names.ts';

/** Under these names policies keep checkpoints and act in the log: a name that was ever stored stays. */
export const policyNames = {
  returnTickets: 'return-tickets',
  leaveQueues: 'leave-queues',
  eraseContacts: 'erase-contacts',
  answerCalls: 'answer-calls',
  quietTickets: 'quiet-tickets',
  contactImports: 'contact-imports',
  attend: 'attend',
  menuSilence: 'menu-silence',
  closing: 'closing',
  schedules: 'schedules',
  /** These look at rows now and then, and follow no log. */
  autoClose: 'auto-close',
  unattendedSessions: 'unattended-sessions',
  dueWork: 'due-work',
  takeUp: 'take-up',
} as const satisfies Readonly<Record<string, PolicyName | 'take-up'>>;

/** As readiness and metrics name a policy. */
export const followerName = (policy: string): string => `policy ${policy}`;

/** What every `commands` service reports on. */
export const policyFollowers: readonly string[] = Object.values(policyNames).map(followerName);
