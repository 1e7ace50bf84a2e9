import type { Runner } from '#eventstore/follow/runner.ts';
import { importsWorker } from './contact-import/names.ts';
import { type ImportDeps, runImports } from './contact-import/run-imports.ts';
import { historyRetried } from './integrity/follow-history.ts';
import { historyRunners, type KeepingDeps } from './integrity/keep-history.ts';
import { type PolicyDeps, policiesRetried, policyRunners, takeUpRunner } from './policies/run-policies.ts';
import { type EventsDeps, webhooksRetried } from './webhook/follow-events.ts';
import { webhookRunners } from './webhook/keep-webhooks.ts';
import type { DeliveriesDeps } from './webhook/run-deliveries.ts';

export type CommandsRunnersDeps = {
  readonly policies: PolicyDeps;
  readonly imports: ImportDeps;
  readonly history: KeepingDeps;
  readonly webhooks: EventsDeps & DeliveriesDeps & { readonly store: PolicyDeps['store'] };
};

/**
 * Everything that a `commands` service does as long as it runs. Whoever adds a follower or a worker adds it here: the suite
 * that poisons a company asks each of them whether it goes on for the others.
 */
export const commandsRunners = ({
  policies,
  imports,
  history,
  webhooks,
}: CommandsRunnersDeps): readonly Runner[] => [
  ...policyRunners(policies),
  { name: importsWorker, run: () => runImports(imports) },
  ...historyRunners(history),
  ...webhookRunners(webhooks),
  takeUpRunner(policies, [...policiesRetried(policies), historyRetried(history), webhooksRetried(webhooks)]),
];
