import { isMetastream } from './log-types.ts';
import type { StreamRow } from './storage.ts';

/** `$tb` of a stream that was deleted softly. It does not fit a JavaScript number, so it is written as text. */
const forever = '9223372036854775807';
const beyondAnyRevision = 2 ** 62;
/** In seconds: about three thousand years. */
const longestAge = 10 ** 11;

/** At most what the file gives back exactly: a stream whose limits cannot be read would be lost. */
const positive = (value: unknown, largest = Number.MAX_SAFE_INTEGER): number | undefined =>
  typeof value === 'number' && value >= 1 ? Math.min(Math.floor(value), largest) : undefined;

const parse = (data: Uint8Array): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(data));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};

/** What is nested deeper than it can be written again is dropped. */
const stringify = (metadata: Record<string, unknown>): string => {
  try {
    return JSON.stringify(metadata);
  } catch {
    return '{}';
  }
};

/** Makes a stream obey what was just written to its metastream. A metastream keeps its newest event alone. */
export const applyMetadata = (stream: StreamRow, data: Uint8Array): void => {
  const metadata = parse(data);
  const maxAge = positive(metadata.$maxAge, longestAge);
  stream.softDeleted = typeof metadata.$tb === 'number' && metadata.$tb >= beyondAnyRevision;
  stream.truncateBefore = stream.softDeleted ? undefined : positive(metadata.$tb);
  stream.maxCount = isMetastream(stream.name) ? 1 : positive(metadata.$maxCount);
  stream.maxAge = maxAge === undefined ? undefined : maxAge * 1000;
};

/** The metadata of a stream with `$tb` replaced: by a revision, or by the mark of a soft deletion. */
export const withTruncateBefore = (
  data: Uint8Array | undefined,
  revision: number | 'forever',
): Uint8Array => {
  const { $tb: _replaced, ...others } = data ? parse(data) : {};
  const rest = stringify(others).slice(1, -1);
  const value = revision === 'forever' ? forever : String(revision);
  return new TextEncoder().encode(`{"$tb":${value}${rest && `,${rest}`}}`);
};
