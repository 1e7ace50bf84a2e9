import type { Expected, ProposedEvent } from './log-types.ts';
import type { Storage, StreamRow } from './storage.ts';
import { isThere } from './streams.ts';

/** What an expected revision means for a stream as it stands. */
export type Verdict =
  | { readonly kind: 'fits' }
  | { readonly kind: 'wrong'; readonly actual: number }
  | { readonly kind: 'deleted' }
  /** The request came before: its last event stands here. */
  | { readonly kind: 'done'; readonly revision: number; readonly place: number };

const fits: Verdict = { kind: 'fits' };

type Situation = {
  readonly stream: StreamRow | undefined;
  readonly hasMetadata: boolean;
};

/** Decides without looking at what the request holds. Deletions use it as it is. */
export const checkExpected = (expected: Expected, { stream, hasMetadata }: Situation): Verdict => {
  const actual = stream?.lastRevision ?? -1;
  if (stream?.tombstoned) return { kind: 'deleted' };
  if (expected === 'any') return fits;
  if (expected === 'stream-exists') {
    if (stream?.softDeleted) return { kind: 'deleted' };
    return isThere(stream) || hasMetadata ? fits : { kind: 'wrong', actual };
  }
  if (expected === 'no-stream') {
    return actual === -1 || stream?.softDeleted ? fits : { kind: 'wrong', actual };
  }
  return expected === actual ? fits : { kind: 'wrong', actual };
};

/** Whether the events that a late request asks for are those that already stand after its expected revision. */
export const findRepeated = (
  storage: Storage,
  stream: StreamRow,
  expected: Expected,
  events: readonly ProposedEvent[],
): Verdict | undefined => {
  const before = expected === 'no-stream' ? -1 : expected;
  if (typeof before !== 'number' || before >= stream.lastRevision || events.length === 0) return undefined;
  const from = before + 1;
  const there = storage.pageOfStream(stream.id, { from, limit: events.length, direction: 'forwards' });
  const last = there.at(-1);
  if (!last || there.length !== events.length) return undefined;
  const same = there.every((event, index) => event.id === events[index]?.id);
  return same ? { kind: 'done', revision: last.revision, place: last.place } : undefined;
};
