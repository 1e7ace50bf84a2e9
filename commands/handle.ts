import { setTimeout as pause } from 'node:timers/promises';
import { refuseAccess } from '#domain/access/access.ts';
import type { Action } from '#domain/access/table.ts';
import type { AnyEvent } from '#domain/catalogue.ts';
import { backOffMs } from '#domain/shared/back-off.ts';
import { type Decision, isRejection, type Rejection, reject } from '#domain/shared/decision.ts';
import type { Seen } from '#domain/ticket/visibility.ts';
import { eventId } from '#eventstore/event-id.ts';
import { type Revision, WrongRevision } from '#eventstore/types.ts';
import { type Accepted, type CommandContext, metadataOf, type Outcome } from './context.ts';
import type { Folded, StreamStates } from './stream-states.ts';

export type Handling<State, Event extends AnyEvent> = {
  readonly states: StreamStates<State, Event>;
  readonly id: string;
  readonly action: Action;
  /** The ticket that a user must be able to see, when the state has one. */
  readonly ticket?: (state: State) => Seen | undefined;
  readonly decide: (state: State) => Decision<Event>;
  /** The caller has seen this revision and wants no other. */
  readonly expectedRevision?: Revision | undefined;
  /** The caller has just made the id: decide without looking whether there is such a stream. */
  readonly isNew?: boolean;
};

export type Handled<State> = { readonly outcome: Outcome; readonly state: State };

const retries = 3;
const betweenRaces = { firstMs: 10, longestMs: 40, least: 0 };

/**
 * Runs one command on one stream: load, fold, authorise, decide, append at the exact revision. Decides on
 * what is cached where it can: an append at a stale revision fails and is decided anew, and a refusal or
 * "already so" is given only after reading the tail. A lost race is decided anew three times, then refused
 * with ERR_CONFLICT; with an expected revision it is refused at once unless the new state refuses for a
 * reason of its own. The same command id again answers as the first time. Throws StoreUnavailable,
 * UnreadableEvent.
 */
export const handle = async <State, Event extends AnyEvent>(
  context: CommandContext,
  handling: Handling<State, Event>,
): Promise<Handled<State>> => {
  const { states } = handling;
  const stream = states.stream(context.companyId, handling.id);
  const guess = states.cached(stream) ?? (handling.isNew ? states.unwritten(stream) : undefined);
  let folded = guess ?? (await states.fresh(stream));
  let isFresh = guess === undefined;
  for (let lost = 0; ; ) {
    const step = decideOn(context, handling, folded);
    if ('outcome' in step) {
      if (isFresh || step.settled) return { outcome: step.outcome, state: folded.state };
    } else {
      try {
        const after = await states.append(folded, step.events);
        const { position, revision, state } = after;
        return { outcome: { position, revision, changed: true }, state };
      } catch (error) {
        if (!(error instanceof WrongRevision)) throw error;
        if (isFresh && ++lost > retries) return { outcome: reject('ERR_CONFLICT'), state: folded.state };
        if (lost > 0) await pause(backOffMs(lost, betweenRaces, Math.random()));
      }
    }
    folded = await states.fresh(stream);
    isFresh = true;
  }
};

export type DryRun<State> = {
  readonly refusal: Rejection | undefined;
  /** Nothing would be appended. */
  readonly done: boolean;
  readonly before: State;
  readonly revision: Revision;
};

/**
 * What a command would be answered on the newest state, writing nothing: a rejection, or undefined when it
 * would go through. For use cases that must take claims before they write.
 */
export const dryRun = async <State, Event extends AnyEvent>(
  context: CommandContext,
  handling: Handling<State, Event>,
): Promise<DryRun<State>> => {
  const folded = await handling.states.fresh(handling.states.stream(context.companyId, handling.id));
  const step = decideOn(context, handling, folded);
  const seen = { before: folded.state, revision: folded.revision };
  if (!('outcome' in step)) return { ...seen, refusal: undefined, done: false };
  const refusal = isRejection(step.outcome) ? step.outcome : undefined;
  return { ...seen, refusal, done: true };
};

type Step<Event> =
  | { readonly outcome: Outcome; readonly settled: boolean }
  | { readonly events: readonly { id: string; event: Event; metadata: ReturnType<typeof metadataOf> }[] };

const decideOn = <State, Event extends AnyEvent>(
  context: CommandContext,
  handling: Handling<State, Event>,
  folded: Folded<State>,
): Step<Event> => {
  const done = folded.commands.get(context.commandId);
  if (done) return { outcome: { ...done, changed: true }, settled: true };
  const denied = refuseAccess({
    action: handling.action,
    companyId: context.companyId,
    actor: context.actor,
    person: context.principal,
    ticket: handling.ticket?.(folded.state),
  });
  const decision = denied ?? handling.decide(folded.state);
  if (isRejection(decision)) return { outcome: decision, settled: false };
  if (decision.length === 0) return { outcome: unchanged(folded), settled: false };
  const { expectedRevision } = handling;
  if (expectedRevision !== undefined && expectedRevision !== folded.revision) {
    return { outcome: reject('ERR_CONFLICT', { revision: folded.revision }), settled: false };
  }
  const metadata = metadataOf(context);
  const events = decision.map((event, index) => ({
    id: eventId(folded.stream, context.commandId, index),
    event,
    metadata,
  }));
  return { events };
};

const unchanged = ({ position, revision }: Folded<unknown>): Accepted => ({
  position,
  revision,
  changed: false,
});
