import type { Expected } from './log-types.ts';
import type { Storage, StreamRow } from './storage.ts';

/** What an expected revision means for a stream as it stands. */
export type Verdict =
  | { readonly kind: 'fits' }
  | { readonly kind: 'wrong'; readonly actual: number }
  | { readonly kind: 'deleted' }
  /** The request came before: its last event stands at this revision. */
  | { readonly kind: 'done'; readonly revision: number };

const fits: Verdict = { kind: 'fits' };

export type Situation = {
  readonly storage: Storage;
  readonly stream: StreamRow | undefined;
  readonly hasMetadata: () => boolean;
  /** The revision at which this very stream was lately given an id. */
  readonly lately: (id: string) => number | undefined;
};

/** How many of these ids, from the first on, stand behind one another from a revision on. */
const standing = (storage: Storage, stream: StreamRow, from: number, ids: readonly string[]): number => {
  let count = 0;
  while (count < ids.length) {
    const range = {
      from: from + count,
      limit: Math.min(ids.length - count, 128),
      direction: 'forwards',
    } as const;
    const page = storage.pageOfStream(stream.id, range);
    if (page.length === 0) return count;
    for (const { id } of page) {
      if (id !== ids[count]) return count;
      count += 1;
    }
  }
  return count;
};

/** Without an expected revision the first id alone says whether the request is new. */
const byIds = ({ stream, lately }: Situation, ids: readonly string[]): Verdict => {
  let revision: number | undefined;
  for (const [index, id] of ids.entries()) {
    revision = lately(id);
    if (revision === undefined)
      return index === 0 ? fits : { kind: 'wrong', actual: stream?.lastRevision ?? -1 };
  }
  return revision === undefined ? fits : { kind: 'done', revision };
};

/** A late request is answered as the first time if all of it already stands behind its expected revision. */
const byRevision = (situation: Situation, expected: number, ids: readonly string[]): Verdict => {
  const { storage, stream } = situation;
  const actual = stream?.lastRevision ?? -1;
  if (expected === actual) return fits;
  const wrong: Verdict = { kind: 'wrong', actual };
  if (!stream || expected > actual || ids.length === 0) return wrong;
  const found = standing(storage, stream, expected + 1, ids);
  if (found === ids.length) return { kind: 'done', revision: expected + found };
  return found === 0 && expected === -1 && stream.softDeleted ? fits : wrong;
};

/**
 * What EventStoreDB makes of an expected revision and the ids that are to be written: whether they fit, came before,
 * or are refused. A removal brings one id that nobody has.
 */
export const judge = (situation: Situation, expected: Expected, ids: readonly string[]): Verdict => {
  const { stream, hasMetadata } = situation;
  if (stream?.tombstoned) return { kind: 'deleted' };
  if (expected === 'stream-exists') {
    if (stream?.softDeleted) return { kind: 'deleted' };
    const actual = stream?.lastRevision ?? -1;
    if (actual < 0 && !hasMetadata()) return { kind: 'wrong', actual };
  }
  if (expected === 'any' || expected === 'stream-exists') return byIds(situation, ids);
  return byRevision(situation, expected === 'no-stream' ? -1 : expected, ids);
};
