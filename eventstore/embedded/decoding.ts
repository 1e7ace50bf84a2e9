import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import { status } from '@grpc/grpc-js';
import type { Expected, ProposedEvent } from './log-types.ts';
import { refusal } from './refusals.ts';

const invalid = (message: string) => refusal(status.INVALID_ARGUMENT, message);

/** One append, over all its events. */
export const largestAppend = 1024 * 1024;

/** What one append may hold in memory: many small events take more than they count. */
const largestRequest = 16 * 1024 * 1024;

/** What the fields of an event take in memory beside their bytes. */
const overhead = 200;

/** As servers count an event: data, metadata, and two bytes for each character of the type. */
const countedBytes = ({ data, metadata, type }: ProposedEvent): number =>
  data.length + metadata.length + 2 * type.length;

/** Adds up what an append weighs, event by event. */
export const createScales = () => {
  let counted = 0;
  let held = 0;
  return {
    /** What the taken events hold in memory, about. */
    held: (): number => held,
    /** Whether the append is still within the limit. Throws a refusal when it holds too many small events. */
    take: (event: ProposedEvent): boolean => {
      const bytes = countedBytes(event);
      counted += bytes;
      held += bytes + overhead;
      if (counted > largestAppend) return false;
      if (held > largestRequest) throw invalid(`an append holds more than ${largestRequest} bytes`);
      return true;
    },
  };
};

export type Scales = ReturnType<typeof createScales>;

/** Of a stream's name and of an event's type, in characters: an error must still be able to name them. */
const longestName = 4096;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const hex = (bits: string): string => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0');

const textOf = (id: UUID): string => {
  const structured = id.getStructured();
  if (!structured) return id.getString().toLowerCase();
  const digits = hex(structured.getMostSignificantBits()) + hex(structured.getLeastSignificantBits());
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** An id as text, whichever of its two forms it came in. Throws a refusal. */
export const readId = (id: UUID | undefined): string => {
  const text = id ? textOf(id) : '';
  if (!uuid.test(text)) throw invalid(`"${text}" is not a UUID`);
  return text;
};

type Named = { getStreamName_asU8(): Uint8Array };

const utf8 = new TextDecoder('utf-8', { fatal: true });

const checkName = (what: string, name: string): void => {
  if (name === '' || name.includes('\0')) throw invalid(`the ${what} is empty or holds a NUL`);
  if (name.length > longestName) throw invalid(`the ${what} is longer than ${longestName} characters`);
};

/** Throws a refusal for a name that is empty, too long, not UTF-8, or holds a NUL. */
export const readStreamName = (identifier: Named | undefined): string => {
  let name: string;
  try {
    name = utf8.decode(identifier?.getStreamName_asU8());
  } catch {
    throw invalid('the stream name is not UTF-8');
  }
  checkName('stream name', name);
  return name;
};

type Proposed = {
  getId(): UUID | undefined;
  getMetadataMap(): { get(key: string): string | undefined };
  getCustomMetadata_asU8(): Uint8Array;
  getData_asU8(): Uint8Array;
};

export const readProposed = (message: Proposed): ProposedEvent => {
  const map = message.getMetadataMap();
  const type = map.get('type') ?? '';
  checkName('event type', type);
  return {
    id: readId(message.getId()),
    type,
    isJson: map.get('content-type') === 'application/json',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
};

/** Throws a refusal for what no 64-bit number can be. Larger than any of ours is the largest safe integer. */
export const readNumber = (decimal: string): number => {
  if (!/^\d+$/.test(decimal)) throw invalid(`"${decimal}" is not a number`);
  return Math.min(Number(decimal), Number.MAX_SAFE_INTEGER);
};

/** 2^64 − 1, which stands for the end. */
const end = '18446744073709551615';

export const isEnd = (decimal: string | undefined): boolean => decimal === end;

type Expecting = { hasNoStream(): boolean; hasAny(): boolean; hasStreamExists(): boolean };

/** `revision` is the decimal that stands there when none of the words does. */
export const readExpected = (options: Expecting, revision: string): Expected => {
  if (options.hasNoStream()) return 'no-stream';
  if (options.hasAny()) return 'any';
  if (options.hasStreamExists()) return 'stream-exists';
  return readNumber(revision);
};
