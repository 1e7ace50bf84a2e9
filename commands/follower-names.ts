import { importsWorker } from './contact-import/names.ts';
import { integrityFollowers } from './integrity/names.ts';
import { policyFollowers } from './policies/names.ts';
import { webhookFollowers } from './webhook/names.ts';

/** Whom readiness expects of a `commands` service: see `commandsRunners`. */
export const commandsFollowers: readonly string[] = [
  ...policyFollowers,
  importsWorker,
  ...Object.values(integrityFollowers),
  ...Object.values(webhookFollowers),
];
