import { isMetastream, type LoggedEvent } from './log-types.ts';
import type { StreamRow } from './storage.ts';

/** `$tb` of a stream that was deleted softly. It does not fit a JavaScript number, so it is written as text. */
const forever = 2n ** 63n - 1n;
/** What a .NET time span holds. */
const longestAge = 922_337_203_685;
/** How deep a server of the vendor reads. */
const deepest = 64;

type Limits = Pick<StreamRow, 'softDeleted' | 'maxCount' | 'maxAge' | 'truncateBefore'>;

const noLimits: Limits = {
  softDeleted: false,
  maxCount: undefined,
  maxAge: undefined,
  truncateBefore: undefined,
};

class Unreadable extends Error {}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const checkDepth = (value: unknown, depth = 1): void => {
  if (typeof value !== 'object' || value === null) return;
  if (depth > deepest) throw new Unreadable();
  for (const part of Object.values(value)) checkDepth(part, depth + 1);
};

const parse = (text: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Unreadable();
  checkDepth(value);
  return value;
};

/** As it stands in the text: a JavaScript number rounds it. */
const integerIn = (text: string, key: string, value: unknown): bigint => {
  const written = [...text.matchAll(new RegExp(`"\\${key}"\\s*:\\s*(-?\\d+)\\s*[,}]`, 'g'))];
  const [, digits] = written.findLast(([, each]) => Number(each) === value) ?? [];
  if (digits === undefined) throw new Unreadable();
  const integer = BigInt(digits);
  if (integer > forever || integer < -forever - 1n) throw new Unreadable();
  return integer;
};

const isRoles = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every(role => typeof role === 'string'));

const roleKeys = new Set(['$r', '$w', '$d', '$mr', '$mw']);

const isAccessList = (value: unknown): boolean =>
  isObject(value) && Object.entries(value).every(([key, roles]) => roleKeys.has(key) && isRoles(roles));

/** A file gives back exactly no more than this. */
const safe = (value: bigint): number =>
  Number(value > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : value);

const limitsIn = (text: string): Limits => {
  const metadata = parse(text);
  const integer = (key: string): bigint | undefined =>
    Object.hasOwn(metadata, key) ? integerIn(text, key, metadata[key]) : undefined;
  const [maxCount, maxAge = 0n, truncateBefore] = ['$maxCount', '$maxAge', '$tb'].map(integer);
  if (maxAge > longestAge || (integer('$cacheControl') ?? 0n) > longestAge) throw new Unreadable();
  if (Object.hasOwn(metadata, '$acl') && !isAccessList(metadata.$acl)) throw new Unreadable();
  if (Object.hasOwn(metadata, '$tmp') && typeof metadata.$tmp !== 'boolean') throw new Unreadable();
  const softDeleted = truncateBefore === forever;
  return {
    softDeleted,
    maxCount: maxCount !== undefined && maxCount > 0n ? safe(maxCount) : undefined,
    maxAge: maxAge > 0n ? Number(maxAge) * 1000 : undefined,
    truncateBefore:
      softDeleted || truncateBefore === undefined || truncateBefore < 0n ? undefined : safe(truncateBefore),
  };
};

type Described = Pick<LoggedEvent, 'isJson' | 'data'>;

const readLimits = ({ isJson, data }: Described): Limits => {
  if (!isJson) return noLimits;
  try {
    return limitsIn(new TextDecoder().decode(data));
  } catch {
    return noLimits;
  }
};

/**
 * Makes a stream obey what was just written to its metastream: all of it, or nothing where anything in it is of
 * another kind than it should be, as EventStoreDB has it. A metastream keeps its newest event alone.
 */
export const applyMetadata = (stream: StreamRow, event: Described): void => {
  Object.assign(stream, isMetastream(stream.name) ? { ...noLimits, maxCount: 1 } : readLimits(event));
};

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** All that a soft deletion leaves of a stream's metadata. */
export const softDeletion = (): Uint8Array => encode(`{"$tb":${forever}}`);

/** The metadata of a stream with another `$tb`; undefined when it cannot be read. */
export const withTruncateBefore = (data: Uint8Array, revision: number): Uint8Array | undefined => {
  try {
    return encode(JSON.stringify({ ...parse(new TextDecoder().decode(data)), $tb: revision }));
  } catch {
    return undefined;
  }
};
