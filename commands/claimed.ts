import { setTimeout as pause } from 'node:timers/promises';
import type { AnyEvent } from '#domain/catalogue.ts';
import { backOffMs } from '#domain/shared/back-off.ts';
import { isRejection, type Rejection } from '#domain/shared/decision.ts';
import { type Key, missing, type Owners } from './claims.ts';
import type { CommandContext, Outcome } from './context.ts';
import { dryRun, type Handling, handle } from './handle.ts';
import { takePlace } from './places.ts';
import type { CommandDeps } from './states.ts';

export type Claiming<State, Event extends AnyEvent> = {
  readonly handling: Handling<State, Event>;
  /** The unique keys of an entity in a state. */
  readonly keysOf: (state: State) => readonly Key[];
  readonly owners: Owners;
  /** How to refuse when another living owner has a key. */
  readonly taken: (ownerId: string) => Rejection;
  /** One of these it needs besides, as long as it is there: of what a company may have only so many. */
  readonly places?: Places<State> | undefined;
};

type Places<State> = {
  readonly keys: readonly Key[];
  readonly isThere: (state: State) => boolean;
  /** Others that are there, with a place or from before there were any. */
  readonly existing: readonly string[];
  /** How to refuse when others have all of them. */
  readonly full: Rejection;
};

/**
 * Runs a command on an entity that has unique keys: takes the keys it will have, appends at the revision that they
 * were reckoned from, and gives back those it has no more. When another command was quicker all is done anew, three
 * times, then refused with ERR_CONFLICT. A refused command leaves no key behind; an interrupted one does, and it is
 * taken over.
 */
export const handleClaimed = async <State, Event extends AnyEvent>(
  deps: CommandDeps,
  context: CommandContext,
  claiming: Claiming<State, Event>,
): Promise<Outcome> => {
  for (let lost = 0; ; lost += 1) {
    const outcome = await handleOnce(deps, context, claiming, lost > 0);
    const wasLate = isRejection(outcome) && outcome.rejected === 'ERR_CONFLICT';
    if (!wasLate || lost === retries || claiming.handling.expectedRevision !== undefined) return outcome;
    await pause(backOffMs(lost + 1, betweenRaces, Math.random()));
  }
};

const retries = 3;
const betweenRaces = { firstMs: 5, longestMs: 40, least: 0 };

const handleOnce = async <State, Event extends AnyEvent>(
  { claims }: CommandDeps,
  context: CommandContext,
  { handling, keysOf, owners, taken, places }: Claiming<State, Event>,
  isAgain: boolean,
): Promise<Outcome> => {
  const { id: ownerId, states } = handling;
  const { refusal, before, revision, done } = await dryRun(context, handling);
  if (refusal) return refusal;
  // At this revision: what has become a change meanwhile needs its keys first.
  if (done) return (await handle(context, { ...handling, expectedRevision: revision })).outcome;
  const decision = handling.decide(before);
  const planned = isRejection(decision)
    ? before
    : decision.reduce<State>((state, event) => states.concept.entity.evolve(state, event), before);
  const wanted = missing(keysOf(planned), keysOf(before));
  const giveBack = async (keys: readonly Key[]) => {
    for (const key of keys) await claims.release(context, { key, ownerId, taken: 'here' });
  };
  for (const key of wanted) {
    // Anew: whoever gives back what this entity had before sees that it is wanted again.
    const owner = await claims.take(context, { key, ownerId, renew: isAgain || 'by others' }, owners);
    if (owner === ownerId) continue;
    await giveBack(wanted);
    return taken(owner);
  }
  const place =
    places &&
    (await takePlace(claims, context, { places: places.keys, ownerId, owners, existing: places.existing }));
  if (places && !place) {
    await giveBack(wanted);
    return places.full;
  }
  const { outcome, state } = await handle(context, { ...handling, expectedRevision: revision });
  const kept = keysOf(state);
  await giveBack([...missing(wanted, kept), ...(place && !places?.isThere(state) ? [place] : [])]);
  if (isRejection(outcome)) return outcome;
  for (const key of missing(keysOf(before), kept))
    await claims.release(context, { key, ownerId, taken: { before: outcome.position } });
  return outcome;
};
