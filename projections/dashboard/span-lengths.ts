const hourMs = 3_600_000;

/**
 * Spans that are over, by how long they lasted: more than the first, at most the second. Which of them cover an instant
 * no ordered index answers by itself; of those of one length it does, for they began at most that long before it. A
 * range type's index would need an extension, and row policies keep conditions on ranges from indexes.
 */
export const spanLengths: readonly (readonly [moreThanMs: number, atMostMs: number | null])[] = [
  [-1, hourMs],
  [hourMs, 12 * hourMs],
  [12 * hourMs, 7 * 24 * hourMs],
  [7 * 24 * hourMs, null],
];

type Length = (typeof spanLengths)[number];

/** The condition on `ms`, in an index's predicate and in the query that uses it. */
export const lasted = ([moreThan, atMost]: Length, row = ''): string =>
  [`${row}ms > ${moreThan}`, ...(atMost === null ? [] : [`${row}ms <= ${atMost}`])].join(' and ');

/** An index for each length, on a table of spans that begin and end in these columns. */
export const indexesByLength = (begin: string, end: string): readonly string[] =>
  spanLengths.map(length => `(company_id, ${begin}, ${end}) where ${lasted(length)}`);

/**
 * The conditions of the parts of what reached an instant: what goes on still, and what is over by how long it lasted,
 * each by its index. `>=` takes in what ended at the instant itself.
 */
export const partsReaching = (
  { since, until }: { readonly since: string; readonly until: string },
  instant: string,
  compare: '>' | '>=',
): readonly string[] => [
  `f.${until} is null`,
  ...spanLengths.map(length => {
    const [, atMostMs] = length;
    const began =
      atMostMs === null ? '' : ` and f.${since} ${compare} ${instant} - interval '${atMostMs} ms'`;
    return `${lasted(length, 'f.')} and f.${until} ${compare} ${instant}${began}`;
  }),
];
