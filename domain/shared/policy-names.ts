/**
 * Every rule that acts by itself, under the name that stands in the log as who did it. A name that was ever stored
 * stays; each has words in every language.
 */
export const policyActors = [
  'return-tickets',
  'leave-queues',
  'erase-contacts',
  'answer-calls',
  'quiet-tickets',
  'contact-imports',
  'attend',
  'menu-silence',
  'closing',
  'schedules',
  'auto-close',
  'unattended-sessions',
  'due-work',
  'integrity',
  'webhooks',
] as const;
export type PolicyName = (typeof policyActors)[number];
