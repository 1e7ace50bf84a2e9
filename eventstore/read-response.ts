import type { StoredRecord } from './codec.ts';
import type { Remark } from './remarks.ts';

/*
 * What a server says while it is read, taken from the bytes by hand: the generated classes, and what the package makes
 * of them, take more time than everything else that reading an event costs. Field numbers are those of streams.proto
 * and shared.proto.
 */

export type Said = {
  readonly record?: StoredRecord;
  readonly remark?: Remark;
};

const none: Said = {};

class Reader {
  readonly #bytes: Buffer;
  #at: number;
  #end: number;
  /** Of the field that `next` has come to. */
  field = 0;
  #wireType = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#at = 0;
    this.#end = bytes.length;
  }

  /** Comes to the next field before `end`. */
  next(end: number): boolean {
    if (this.#at >= end) return false;
    const tag = this.number();
    this.field = tag >>> 3;
    this.#wireType = tag & 7;
    return true;
  }

  /** Inexact beyond the safe integers, and then larger than they are. */
  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw cutShort();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  /** Goes into a message, or comes to a text: answers where it ends. */
  open(): number {
    const length = this.number();
    const end = this.#at + length;
    if (end > this.#end) throw cutShort();
    return end;
  }

  text(): string {
    const end = this.open();
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end;
    return text;
  }

  bytes(): Buffer {
    const end = this.open();
    const bytes = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  skip(): void {
    if (this.#wireType === 0) this.number();
    else if (this.#wireType === 2) this.#at = this.open();
    else this.#at += this.#wireType === 1 ? 8 : 4;
  }

  get end(): number {
    return this.#end;
  }
}

const cutShort = (): Error => new Error('a message of the event store is cut short');

/** The last text in a message that has it as a field. */
const textIn = (reader: Reader, field: number): string => {
  let text = '';
  for (const end = reader.open(); reader.next(end); ) {
    if (reader.field === field) text = reader.text();
    else reader.skip();
  }
  return text;
};

const typeIn = (reader: Reader): string | undefined => {
  let [key, value] = ['', ''];
  for (const end = reader.open(); reader.next(end); ) {
    if (reader.field === 1) key = reader.text();
    else if (key === 'type' && reader.field === 2) value = reader.text();
    else reader.skip();
  }
  return key === 'type' ? value : undefined;
};

/** What is no JSON fits no schema either: whoever decodes the event says so. */
const jsonIn = (reader: Reader): unknown => {
  const text = reader.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

type ContentIn = (reader: Reader) => unknown;

const bytesIn: ContentIn = reader => reader.bytes();

const recordIn = (reader: Reader, contentIn: ContentIn): StoredRecord => {
  let [id, streamId, type, revision, position] = ['', '', '', 0, 0];
  let data: unknown;
  let metadata: unknown;
  for (const end = reader.open(); reader.next(end); ) {
    if (reader.field === 1) id = textIn(reader, 2);
    else if (reader.field === 2) streamId = textIn(reader, 3);
    else if (reader.field === 3) revision = reader.number();
    else if (reader.field === 5) position = reader.number();
    else if (reader.field === 6) type = typeIn(reader) ?? type;
    else if (reader.field === 7) metadata = contentIn(reader);
    else if (reader.field === 8) data = contentIn(reader);
    else reader.skip();
  }
  return { id, streamId, type, data, metadata, revision, position };
};

const eventIn = (reader: Reader, contentIn: ContentIn): Said => {
  let said = none;
  for (const end = reader.open(); reader.next(end); ) {
    if (reader.field === 1) said = { record: recordIn(reader, contentIn) };
    else reader.skip();
  }
  return said;
};

/** See `Remark`: the smaller prepare position of a border is what tells it from an event's place. */
const checkpointIn = (reader: Reader): Said => {
  let [commit, prepare] = [0, 0];
  for (const end = reader.open(); reader.next(end); ) {
    if (reader.field === 1) commit = reader.number();
    else if (reader.field === 2) prepare = reader.number();
    else reader.skip();
  }
  // A server that has found nothing yet may say 2^64 − 1, before everything: that is no position.
  if (!Number.isSafeInteger(commit)) return none;
  return { remark: prepare < commit ? { border: commit } : { position: commit } };
};

/** One message of a reading; empty for what is of no interest here. Throws for what is no such message. */
export const readResponse = (message: Buffer): Said => readWith(message, jsonIn);

/** The same, with data and metadata as the bytes that are stored. They share the message's memory. */
export const readStoredBytes = (message: Buffer): Said => readWith(message, bytesIn);

const readWith = (message: Buffer, contentIn: ContentIn): Said => {
  const reader = new Reader(message);
  let said = none;
  while (reader.next(reader.end)) {
    if (reader.field === 1) said = eventIn(reader, contentIn);
    else if (reader.field === 3) said = checkpointIn(reader);
    else {
      if (reader.field === 8) said = { remark: { live: true } };
      reader.skip();
    }
  }
  return said;
};
