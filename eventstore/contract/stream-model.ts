/** What streams are, in as few words as possible: everything is worked out anew from the whole log. */

export type Expectation = 'any' | 'no_stream' | 'stream_exists' | number;
export type Limits = { readonly $maxCount?: number; readonly $tb?: number };
type Metadata = { readonly $maxCount?: number; readonly $tb?: number | 'forever' };
export type ModelEvent = {
  readonly stream: string;
  /** 'tombstone' for the event that ends a stream for good. */
  readonly revision: number | 'tombstone';
  /** Undefined where the node makes the id. */
  readonly id: string | undefined;
  readonly metadata?: Metadata;
};
export type Answer =
  | { readonly kind: 'done'; readonly revision: number }
  | { readonly kind: 'removed' }
  | { readonly kind: 'wrong'; readonly actual: number }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'not-found' };
export type Reading = {
  readonly direction: 'forwards' | 'backwards';
  readonly from: number | 'start' | 'end';
  readonly count: number;
};
/** An append whose ids the node may have seen before. */
export type Appending = {
  readonly stream: string;
  readonly expected: Expectation;
  readonly ids: readonly string[];
  readonly limits?: Limits;
};

export const metastream = (stream: string): string => `$$${stream}`;
const described = (stream: string): string | undefined =>
  stream.startsWith('$$') ? stream.slice(2) : undefined;

export const createStreamModel = () => {
  const log: ModelEvent[] = [];

  const of = (stream: string) => log.filter(event => event.stream === stream);
  const buried = (stream: string): boolean => of(stream).some(({ revision }) => revision === 'tombstone');
  const last = (stream: string): number =>
    of(stream).filter(({ revision }) => revision !== 'tombstone').length - 1;
  const metadata = (stream: string): Metadata => of(metastream(stream)).at(-1)?.metadata ?? {};
  const softlyDeleted = (stream: string): boolean => metadata(stream).$tb === 'forever';

  const shown = (stream: string): ModelEvent[] => {
    const { $tb = 0, $maxCount = Number.POSITIVE_INFINITY } = described(stream)
      ? { $maxCount: 1 }
      : metadata(stream);
    const first = Math.max(Number($tb), last(stream) - $maxCount + 1);
    return of(stream).filter(({ revision }) => Number(revision) >= first);
  };

  const put = (stream: string, id: string | undefined, beside?: Metadata): void => {
    log.push({ stream, revision: last(stream) + 1, id, ...(beside && { metadata: beside }) });
  };
  const putTruncation = (stream: string, $tb: number): void =>
    put(metastream(stream), undefined, { ...metadata(stream), $tb });

  /** Where the very ids already stand behind one another from this revision on. */
  const standsFrom = (stream: string, revision: number, ids: readonly string[]): boolean =>
    ids.length > 0 && ids.every((id, index) => of(stream)[revision + index]?.id === id);

  const wrong = (stream: string) => ({ kind: 'wrong', actual: last(stream) }) as const;

  /** What refuses a request whatever it brings. */
  const closed = (stream: string, expected: Expectation): Answer | undefined => {
    const origin = described(stream);
    const isOver = buried(stream) || (origin !== undefined && buried(origin) && last(stream) < 0);
    if (isOver) return { kind: 'deleted' };
    if (expected !== 'stream_exists') return undefined;
    if (softlyDeleted(stream)) return { kind: 'deleted' };
    return last(stream) >= 0 || last(metastream(stream)) >= 0 ? undefined : wrong(stream);
  };

  /** Undefined for a request that is new and may be written. */
  const judge = (stream: string, expected: Expectation, ids: readonly string[]): Answer | undefined => {
    const refused = closed(stream, expected);
    if (refused) return refused;
    if (expected === 'any' || expected === 'stream_exists') {
      const there = ids.map(id => of(stream).find(event => event.id === id)?.revision);
      if (there[0] === undefined) return undefined;
      const revision = Number(there.at(-1));
      return there.includes(undefined) ? wrong(stream) : { kind: 'done', revision };
    }
    const before = expected === 'no_stream' ? -1 : expected;
    if (before === last(stream)) return undefined;
    if (standsFrom(stream, before + 1, ids)) return { kind: 'done', revision: before + ids.length };
    const isAnew = expected === 'no_stream' && softlyDeleted(stream);
    return isAnew && !standsFrom(stream, 0, ids.slice(0, 1)) ? undefined : wrong(stream);
  };

  const append = (appending: Appending): Answer => {
    const { stream, expected, ids, limits } = appending;
    const verdict = judge(stream, expected, ids);
    if (verdict) return verdict;
    const origin = described(stream);
    const revived = origin !== undefined && softlyDeleted(origin) && !buried(origin) ? origin : undefined;
    const [wasDeleted, next] = [softlyDeleted(stream), last(stream) + 1];
    for (const id of ids) put(stream, id, limits);
    const revision = last(stream);
    if (wasDeleted) putTruncation(stream, next);
    if (revived !== undefined) putTruncation(revived, last(revived) + 1);
    return { kind: 'done', revision };
  };

  const softDelete = (stream: string, expected: Expectation): Answer => {
    const verdict = judge(stream, expected, ['of nobody']);
    if (verdict) return verdict;
    if (last(stream) < 0 && last(metastream(stream)) < 0) return wrong(stream);
    put(metastream(stream), undefined, { $tb: 'forever' });
    return { kind: 'removed' };
  };

  const tombstone = (stream: string, expected: Expectation): Answer => {
    const verdict = judge(stream, expected, ['of nobody']);
    if (verdict) return verdict;
    log.push({ stream, revision: 'tombstone', id: undefined });
    return { kind: 'removed' };
  };

  const read = (stream: string, { direction, from, count }: Reading): readonly ModelEvent[] | Answer => {
    if (buried(stream) || buried(described(stream) ?? '')) return { kind: 'deleted' };
    if (last(stream) < 0 || softlyDeleted(stream)) return { kind: 'not-found' };
    const at = from === 'start' ? 0 : from === 'end' ? Number.POSITIVE_INFINITY : from;
    const events = shown(stream);
    return direction === 'forwards'
      ? events.filter(({ revision }) => Number(revision) >= at).slice(0, count)
      : events
          .filter(({ revision }) => Number(revision) <= at)
          .toReversed()
          .slice(0, count);
  };

  return { log: log as readonly ModelEvent[], last, append, softDelete, tombstone, read };
};
