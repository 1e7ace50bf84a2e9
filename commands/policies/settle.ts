import { isRejection } from '#domain/shared/decision.ts';
import type { Outcome } from '../context.ts';
import { LostRace } from '../lost-race.ts';
import type { FollowDeps } from './follow-policy.ts';

/**
 * Takes note of what became of a policy's command. Throws LostRace when it lost every race, so that it is tried again; any other
 * refusal is logged: what was wanted is not so any more. `about` names what it was on, by its ids.
 */
export const settle = (
  { log, policy }: { readonly log: FollowDeps['log']; readonly policy: string },
  about: Readonly<Record<string, string>>,
  outcome: Outcome | undefined,
): void => {
  if (!outcome || !isRejection(outcome)) return;
  const { rejected } = outcome;
  if (rejected === 'ERR_CONFLICT')
    throw new LostRace(`${policy} lost every race for ${JSON.stringify(about)}`);
  log.warn({ policy, ...about, rejected }, 'policy was refused');
};
