import type { AnyEvent } from '#domain/catalogue.ts';
import type { ClaimKind } from '#domain/claim/events.ts';
import type { Rejection } from '#domain/shared/decision.ts';
import { handleClaimed } from './claimed.ts';
import type { Key, Owners } from './claims.ts';
import type { CommandContext, Outcome } from './context.ts';
import { type Handling, handle } from './handle.ts';
import type { CommandDeps } from './states.ts';
import type { StreamStates } from './stream-states.ts';
import { endUnwritten } from './tombstone.ts';

type Living = { readonly status: string };
const isActive = ({ status }: Living): boolean => status === 'active';

/** How owners of keys are looked after that are `active` while they are there; `removal`: the event that ends one. */
export const activeOwners = <State extends Living, Event extends AnyEvent>(
  context: CommandContext,
  states: StreamStates<State, Event>,
  removal: (id: string) => Event,
): Owners => ({
  look: async id => {
    const { state } = await states.fresh(states.stream(context.companyId, id));
    if (state.status === 'none') return 'never';
    return isActive(state) ? 'alive' : 'gone';
  },
  end: id => endUnwritten(context, states, id, removal(id)),
});

/** Of what a company may have only so many: a key for each, and how to refuse when others have all of them. */
export type Limit = { readonly count: number; readonly kind: ClaimKind; readonly full: Rejection };

/** The places that a company has for what is `active`; `existing`: those that may be there without one. */
export const placesWithin = ({ count, kind, full }: Limit, existing: readonly string[]) => ({
  keys: Array.from({ length: count }, (_, index): Key => ({ kind, value: String(index + 1) })),
  isThere: isActive,
  ...{ full, existing },
});

type Creating<State, Event extends AnyEvent> = {
  readonly handling: Handling<State, Event>;
  readonly removal: (id: string) => Event;
  readonly limit: Limit;
  readonly existing: readonly string[];
};

/**
 * Runs a command that makes one of what a company may have only so many, however many are made at once. What the system
 * makes by itself counts and is not refused.
 */
export const createLimited = async <State extends Living, Event extends AnyEvent>(
  deps: CommandDeps,
  context: CommandContext,
  { handling, removal, limit, existing }: Creating<State, Event>,
): Promise<Outcome> => {
  if (context.actor.kind === 'system') return (await handle(context, handling)).outcome;
  return handleClaimed(deps, context, {
    handling,
    keysOf: () => [],
    owners: activeOwners(context, handling.states, removal),
    taken: () => limit.full,
    places: placesWithin(limit, existing),
  });
};
