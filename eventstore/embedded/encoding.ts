import { exposed, type LoggedEvent, type LogPosition, tombstoneRevision } from './log-types.ts';

/*
 * The read response by hand: the generated classes take twice the time for what a catch-up does
 * tens of thousands of times a second. Field numbers are those of streams.proto and shared.proto.
 */

const varintSize = (value: number): number => {
  let size = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size += 1;
  return size;
};

const fieldSize = (length: number): number => 1 + varintSize(length) + length;

const lengthDelimited = 2;
const tag = (field: number, wireType: number): number => (field << 3) | wireType;

class Writer {
  readonly buffer: Buffer;
  #at = 0;

  constructor(size: number) {
    this.buffer = Buffer.allocUnsafe(size);
  }

  varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.buffer[this.#at++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.buffer[this.#at++] = rest;
  }

  number(field: number, value: number): void {
    this.buffer[this.#at++] = tag(field, 0);
    this.varint(value);
  }

  open(field: number, length: number): void {
    this.buffer[this.#at++] = tag(field, lengthDelimited);
    this.varint(length);
  }

  text(field: number, value: string, length: number): void {
    this.open(field, length);
    this.#at += this.buffer.write(value, this.#at, length, 'utf8');
  }

  bytes(field: number, value: Uint8Array): void {
    this.open(field, value.length);
    this.buffer.set(value, this.#at);
    this.#at += value.length;
  }

  raw(value: Uint8Array): void {
    this.buffer.set(value, this.#at);
    this.#at += value.length;
  }
}

/** 2^63-1 as a varint. */
const tombstoneVarint = Uint8Array.of(255, 255, 255, 255, 255, 255, 255, 255, 127);

const entry = (key: string, value: string): Uint8Array => {
  const keyLength = Buffer.byteLength(key);
  const valueLength = Buffer.byteLength(value);
  const inner = fieldSize(keyLength) + fieldSize(valueLength);
  const writer = new Writer(fieldSize(inner));
  writer.open(6, inner);
  writer.text(1, key, keyLength);
  writer.text(2, value, valueLength);
  return writer.buffer;
};

const json = entry('content-type', 'application/json');
const binary = entry('content-type', 'application/octet-stream');
const typeEntries = new Map<string, Uint8Array>();
const rememberedTypes = 1000;

const typeEntry = (type: string): Uint8Array => {
  const known = typeEntries.get(type);
  if (known) return known;
  const made = entry('type', type);
  if (typeEntries.size >= rememberedTypes) typeEntries.clear();
  typeEntries.set(type, made);
  return made;
};

/** `created` is 100 ns ticks since 1970, as a decimal. */
const createdEntry = (milliseconds: number): Uint8Array => entry('created', `${milliseconds}0000`);

export type IdForm = 'text' | 'two-numbers';

const idField = (id: string, form: IdForm): Uint8Array => {
  if (form === 'text') {
    const length = Buffer.byteLength(id);
    const writer = new Writer(fieldSize(length));
    writer.text(2, id, length);
    return writer.buffer;
  }
  const hex = id.replaceAll('-', '');
  const halves = [hex.slice(0, 16), hex.slice(16, 32)].map(half => BigInt.asUintN(64, BigInt(`0x${half}`)));
  const encoded = halves.flatMap((half, index) => [tag(index + 1, 0), ...bigVarint(half)]);
  const writer = new Writer(fieldSize(encoded.length));
  writer.bytes(1, Uint8Array.from(encoded));
  return writer.buffer;
};

const bigVarint = (value: bigint): number[] => {
  const result: number[] = [];
  let rest = value;
  for (; rest >= 128n; rest >>= 7n) result.push(Number(rest & 127n) | 128);
  return [...result, Number(rest)];
};

const eventField = 1;
const linkField = 2;

/** What is known of an event before it is written: how long it will be. */
const measure = (event: LoggedEvent, form: IdForm) => {
  const position = exposed(event.place);
  const id = idField(event.id, form);
  const type = typeEntry(event.type);
  const contentType = event.isJson ? json : binary;
  const created = createdEntry(event.created);
  const isTombstone = event.revision === tombstoneRevision;
  const nameLength = Buffer.byteLength(event.stream);
  const revisionSize = isTombstone ? tombstoneVarint.length : varintSize(event.revision);
  const positionSize = 1 + varintSize(position);
  const length =
    fieldSize(id.length) +
    fieldSize(fieldSize(nameLength)) +
    1 +
    revisionSize +
    2 * positionSize +
    type.length +
    contentType.length +
    created.length +
    fieldSize(event.metadata.length) +
    fieldSize(event.data.length);
  return { event, position, positionSize, id, type, contentType, created, isTombstone, nameLength, length };
};

type Measured = ReturnType<typeof measure>;

const write = (writer: Writer, field: number, measured: Measured): void => {
  const { event, position, nameLength } = measured;
  writer.open(field, measured.length);
  writer.bytes(1, measured.id);
  writer.open(2, fieldSize(nameLength));
  writer.text(3, event.stream, nameLength);
  if (measured.isTombstone) writer.raw(Uint8Array.of(tag(3, 0), ...tombstoneVarint));
  else writer.number(3, event.revision);
  writer.number(4, position);
  writer.number(5, position);
  writer.raw(measured.type);
  writer.raw(measured.contentType);
  writer.raw(measured.created);
  writer.bytes(7, event.metadata);
  writer.bytes(8, event.data);
};

/** One event as a whole ReadResp message. */
export const encodeEvent = (event: LoggedEvent, form: IdForm): Buffer => {
  const measured = measure(event, form);
  const readEvent = fieldSize(measured.length) + measured.positionSize;
  const writer = new Writer(fieldSize(readEvent));
  writer.open(1, readEvent);
  write(writer, eventField, measured);
  writer.number(3, measured.position);
  return writer.buffer;
};

/** A link with the event that it leads to, if there is one. */
export const encodeLink = (link: LoggedEvent, target: LoggedEvent | undefined, form: IdForm): Buffer => {
  const from = measure(link, form);
  const to = target && measure(target, form);
  const readEvent = (to ? fieldSize(to.length) : 0) + fieldSize(from.length) + from.positionSize;
  const writer = new Writer(fieldSize(readEvent));
  writer.open(1, readEvent);
  if (to) write(writer, eventField, to);
  write(writer, linkField, from);
  writer.number(3, from.position);
  return writer.buffer;
};

export const encodeConfirmation = (subscriptionId: string): Buffer => {
  const length = Buffer.byteLength(subscriptionId);
  const writer = new Writer(fieldSize(fieldSize(length)));
  writer.open(2, fieldSize(length));
  writer.text(1, subscriptionId, length);
  return writer.buffer;
};

export const encodeCheckpoint = ({ commit, prepare }: LogPosition): Buffer => {
  const inner = 2 + varintSize(commit) + varintSize(prepare);
  const writer = new Writer(fieldSize(inner));
  writer.open(3, inner);
  writer.number(1, commit);
  writer.number(2, prepare);
  return writer.buffer;
};

export const encodeStreamNotFound = (stream: string): Buffer => {
  const length = Buffer.byteLength(stream);
  const identifier = fieldSize(length);
  const writer = new Writer(fieldSize(fieldSize(identifier)));
  writer.open(4, fieldSize(identifier));
  writer.open(1, identifier);
  writer.text(3, stream, length);
  return writer.buffer;
};

export const encodeCaughtUp = (): Buffer => {
  const writer = new Writer(2);
  writer.open(8, 0);
  return writer.buffer;
};
