import type { AnyEvent } from '#domain/catalogue.ts';
import { isRejection, type Rejection } from '#domain/shared/decision.ts';
import type { Key, Owners } from './claims.ts';
import type { CommandContext, Outcome } from './context.ts';
import { type Handling, handle, rehearse } from './handle.ts';
import type { Machinery } from './states.ts';

export type Claiming<State, Event extends AnyEvent> = {
  readonly handling: Handling<State, Event>;
  /** The unique keys of an entity in a state. */
  readonly keysOf: (state: State) => readonly Key[];
  readonly owners: Owners;
  /** How to refuse when another living owner has a key. */
  readonly taken: (ownerId: string) => Rejection;
};

/**
 * Runs a command on an entity that has unique keys: takes the keys it will have before the append, gives back
 * those it has no more after it. A refused command leaves no key behind; an interrupted one does, and it is
 * taken over.
 */
export const handleClaimed = async <State, Event extends AnyEvent>(
  { claims }: Machinery,
  context: CommandContext,
  { handling, keysOf, owners, taken }: Claiming<State, Event>,
): Promise<Outcome> => {
  const { id, states } = handling;
  const { refusal, before, done } = await rehearse(context, handling);
  if (refusal) return refusal;
  if (done) return (await handle(context, handling)).outcome;
  const decision = handling.decide(before);
  const planned = isRejection(decision)
    ? before
    : decision.reduce<State>((state, event) => states.concept.entity.evolve(state, event), before);
  const had = keysOf(before);
  for (const key of missing(keysOf(planned), had)) {
    const owner = await claims.take(context, { key, ownerId: id }, owners);
    if (owner === id) continue;
    await giveBack(missing(keysOf(planned), had));
    return taken(owner);
  }
  const { outcome, state } = await handle(context, handling);
  await giveBack(missing([...had, ...keysOf(planned)], keysOf(state)));
  return outcome;

  async function giveBack(keys: readonly Key[]): Promise<void> {
    for (const key of keys) await claims.release(context, key, id);
  }
};

const missing = (keys: readonly Key[], from: readonly Key[]): readonly Key[] =>
  keys.filter(key => !from.some(({ kind, value }) => kind === key.kind && value === key.value));
