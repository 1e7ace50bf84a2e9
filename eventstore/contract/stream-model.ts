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
  const putTruncation = (stream: string, $tb: number | 'forever'): void =>
    put(metastream(stream), undefined, { ...metadata(stream), $tb });

  /** Where the very ids already stand behind one another from this revision on. */
  const standsFrom = (stream: string, revision: number, ids: readonly string[]): boolean =>
    ids.length > 0 && ids.every((id, index) => of(stream)[revision + index]?.id === id);

  const judge = (stream: string, expected: Expectation): Answer | undefined => {
    const wrong = { kind: 'wrong', actual: last(stream) } as const;
    if (buried(stream) || buried(described(stream) ?? '')) return { kind: 'deleted' };
    if (expected === 'any') return undefined;
    if (expected === 'stream_exists') {
      if (softlyDeleted(stream)) return { kind: 'deleted' };
      return last(stream) >= 0 || last(metastream(stream)) >= 0 ? undefined : wrong;
    }
    if (expected === 'no_stream') return last(stream) < 0 || softlyDeleted(stream) ? undefined : wrong;
    return expected === last(stream) ? undefined : wrong;
  };

  const repeated = ({ stream, expected, ids }: Appending): Answer | undefined => {
    const there = ids.map(id => of(stream).findLast(event => event.id === id)?.revision);
    if (expected === 'any' || expected === 'stream_exists') {
      const revision = Number(there.at(-1));
      if (there.every(known => known !== undefined)) return { kind: 'done', revision };
      return there.some(known => known !== undefined) ? { kind: 'wrong', actual: last(stream) } : undefined;
    }
    const before = expected === 'no_stream' ? -1 : expected;
    return standsFrom(stream, before + 1, ids) ? { kind: 'done', revision: before + ids.length } : undefined;
  };

  const append = (appending: Appending): Answer => {
    const { stream, expected, ids, limits } = appending;
    const verdict = judge(stream, expected);
    if (verdict?.kind === 'deleted') return verdict;
    const already = repeated(appending) ?? verdict;
    if (already) return already;
    const revived = described(stream) ?? '';
    const revives = revived !== '' && softlyDeleted(revived);
    if (softlyDeleted(stream)) putTruncation(stream, last(stream) + 1);
    for (const id of ids) put(stream, id, limits);
    const revision = last(stream);
    if (revives) putTruncation(revived, last(revived) + 1);
    return { kind: 'done', revision };
  };

  const softDelete = (stream: string, expected: Expectation): Answer => {
    const verdict = judge(stream, expected);
    if (verdict) return verdict;
    if (last(stream) < 0) return { kind: 'wrong', actual: -1 };
    if (softlyDeleted(stream)) return { kind: 'deleted' };
    putTruncation(stream, 'forever');
    return { kind: 'removed' };
  };

  const tombstone = (stream: string, expected: Expectation): Answer => {
    const verdict = judge(stream, expected);
    if (verdict) return verdict;
    log.push({ stream, revision: 'tombstone', id: undefined });
    return { kind: 'removed' };
  };

  const read = (stream: string, { direction, from, count }: Reading): readonly ModelEvent[] | Answer => {
    if (buried(stream)) return { kind: 'deleted' };
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
