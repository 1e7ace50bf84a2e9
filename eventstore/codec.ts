import type { z } from 'zod';
import { type AnyEvent, catalogue } from '#domain/catalogue.ts';
import { type EventSchemas, type Metadata, metadataSchema } from '#domain/shared/event.ts';
import { type Category, parseStreamName, type StreamName } from '#domain/shared/stream.ts';
import { type Recorded, type ToAppend, UnreadableEvent } from './types.ts';
import { type Upcasters, upcast, upcasters } from './upcasters.ts';

export type StoredForm = {
  readonly id: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly metadata: Metadata;
};

export type StoredRecord = {
  readonly id: string;
  readonly streamId: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
  readonly revision: bigint | number;
  readonly position: bigint | number;
};

export type Codec = {
  /** Checks an event against the catalogue before it is stored. Throws UnreadableEvent: it could not be read again. */
  readonly encode: (stream: StreamName, toAppend: ToAppend) => StoredForm;
  /** Upcasts and checks what was stored; undefined for a stream that is not ours. Throws UnreadableEvent. */
  readonly decode: (record: StoredRecord) => Recorded | undefined;
};

const schemaOf = (category: Category, type: string): z.ZodType | undefined => {
  const schemas: EventSchemas = catalogue[category];
  return Object.hasOwn(schemas, type) ? schemas[type] : undefined;
};

const safe = (value: bigint | number, what: string): number => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new UnreadableEvent(`${what} ${value} is too large`);
  return number;
};

const known = (category: Category, type: string, data: unknown, what: string): unknown => {
  const schema = schemaOf(category, type);
  if (!schema) throw new UnreadableEvent(`${what} has the unknown type ${type}`);
  const parsed = schema.safeParse(data);
  if (!parsed.success)
    throw new UnreadableEvent(`${what} (${type}) does not fit its schema`, { cause: parsed.error });
  return parsed.data;
};

export const createCodec = (table: Upcasters = upcasters): Codec => {
  const encode: Codec['encode'] = (stream, { id, event, metadata }) => {
    const place = parseStreamName(stream);
    if (!place) throw new UnreadableEvent(`${stream} is not a stream of ours`);
    const what = `event ${id} for ${stream}`;
    const data = known(place.category, event.type, event.data, what) as Record<string, unknown>;
    const beside = metadataSchema.safeParse(metadata);
    if (!beside.success) throw new UnreadableEvent(`${what} has unfit metadata`, { cause: beside.error });
    return { id, type: event.type, data, metadata: beside.data };
  };

  const decode: Codec['decode'] = record => {
    const place = parseStreamName(record.streamId);
    if (!place) return undefined;
    const what = `event ${record.revision} of ${record.streamId}`;
    let current: { type: string; data: unknown };
    try {
      current = upcast(place.category, { type: record.type, data: record.data }, table);
    } catch (cause) {
      throw new UnreadableEvent(`${what} (${record.type}) cannot be upcast`, { cause });
    }
    const data = known(place.category, current.type, current.data, what);
    const metadata = metadataSchema.safeParse(record.metadata);
    if (!metadata.success) throw new UnreadableEvent(`${what} has unfit metadata`, { cause: metadata.error });
    return {
      // The schema of this very type has just accepted the data.
      ...({ type: current.type, data } as AnyEvent),
      id: record.id,
      stream: record.streamId as StreamName,
      ...place,
      revision: safe(record.revision, 'revision'),
      position: safe(record.position, 'position'),
      metadata: metadata.data,
    };
  };

  return { encode, decode };
};
