import type { z } from 'zod';
import { type AnyEvent, catalogue } from '#domain/catalogue.ts';
import { type EventSchemas, type Metadata, metadataSchema } from '#domain/shared/event.ts';
import { type Category, parseStreamName, type StreamName } from '#domain/shared/stream.ts';
import type { Keys, PersonKeys } from './person-keys.ts';
import { type Fields, personalFieldsOf, putBack, takePersonal } from './personal-fields.ts';
import { createJointKeys, seal, unseal } from './sealing.ts';
import { bringingTimesNear } from './times.ts';
import { type Given, type Recorded, type ToAppend, type Unreadable, UnreadableEvent } from './types.ts';
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
  /**
   * Checks events against the catalogue and encrypts what is personal. What belongs to a person whose key was
   * destroyed is left out. Throws UnreadableEvent for what could not be read again, and StoreUnavailable when
   * keys are out of reach.
   */
  readonly encode: (stream: StreamName, events: readonly ToAppend[]) => Promise<StoredForm[]>;
  /**
   * Decrypts, upcasts and checks what was stored; passes over streams that are not ours. Impossible times of old
   * events are brought near. What cannot be read is named beside the others. The keys of all records are fetched at once.
   * Throws StoreUnavailable when they are out of reach.
   */
  readonly decode: (records: readonly StoredRecord[]) => Promise<Given>;
};

/** The one field that is no field of the event: whose keys are needed, and what they open. */
const sealedField = '$personal';
type Sealed = { readonly k: readonly string[]; readonly v?: string };

const schemaOf = (category: Category, type: string): z.ZodType | undefined => {
  const schemas: EventSchemas = catalogue[category];
  return Object.hasOwn(schemas, type) ? schemas[type] : undefined;
};

const safe = (value: bigint | number, what: string): number => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new UnreadableEvent(`${what} ${value} is too large`);
  return number;
};

/** Where something does not fit, and never the values: these messages are logged. */
const placesOf = (error: z.ZodError): string =>
  error.issues.map(({ path, code }) => `${path.join('.') || 'all'} (${code})`).join(', ');

type Reading = <Output>(schema: z.ZodType<Output>, value: unknown) => z.ZodSafeParseResult<Output>;

const asItIs: Reading = (schema, value) => schema.safeParse(value);

/** `how` the data is read: what is written must fit as it is. */
const known = (category: Category, type: string, data: unknown, what: string, how = asItIs): unknown => {
  const schema = schemaOf(category, type);
  if (!schema) throw new UnreadableEvent(`${what} has the unknown type ${type}`);
  const parsed = how(schema, data);
  if (parsed.success) return parsed.data;
  throw new UnreadableEvent(`${what} (${type}) does not fit its schema: ${placesOf(parsed.error)}`);
};

const checkedMetadata = (metadata: unknown, what: string, how = asItIs): Metadata => {
  const parsed = how(metadataSchema, metadata);
  if (parsed.success) return parsed.data;
  throw new UnreadableEvent(`${what} has unfit metadata: ${placesOf(parsed.error)}`);
};

const contextOf = (stream: string, id: string): string => `${stream} ${id}`;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const isPerson = (person: unknown): person is string => typeof person === 'string' && uuid.test(person);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const sealedIn = (data: unknown): Sealed | undefined => {
  const sealed = isObject(data) ? data[sealedField] : undefined;
  return isObject(sealed) && Array.isArray(sealed.k) ? (sealed as Sealed) : undefined;
};

/** Whose keys an event destroys. */
const endedBy = (event: Recorded): readonly string[] =>
  event.type === 'ContactErased' ? event.data.persons : [];

export const createCodec = (
  keys: PersonKeys,
  table: Upcasters = upcasters,
  fieldsOf: typeof personalFieldsOf = personalFieldsOf,
): Codec => {
  const jointKey = createJointKeys();

  const encode: Codec['encode'] = async (stream, events) => {
    const place = parseStreamName(stream);
    if (!place) throw new UnreadableEvent(`${stream} is not a stream of ours`);
    const { category, companyId } = place;
    const secret: { readonly into: Fields; readonly taken: Fields; readonly by: ToAppend }[] = [];
    const forms = events.map((toAppend): StoredForm => {
      const { id, event, metadata } = toAppend;
      const what = `event ${id} for ${stream}`;
      const data = known(category, event.type, event.data, what) as Fields;
      const fields = fieldsOf(category, event.type);
      const taken = fields && takePersonal(data, fields);
      if (taken && toAppend.persons.length === 0)
        throw new UnreadableEvent(`${what} (${event.type}) has personal data of nobody`);
      if (taken) secret.push({ into: data, taken, by: toAppend });
      return { id, type: event.type, data, metadata: checkedMetadata(metadata, what) };
    });
    if (secret.length === 0) return forms;
    const wanted = await keys.forWriting(companyId, everybody(secret.map(({ by }) => by.persons)));
    for (const { into, taken, by } of secret) {
      const key = jointKey(wanted, by.persons);
      if (key === 'unknown')
        throw new UnreadableEvent(
          `event ${by.id} for ${stream} needs a key that cannot be opened`,
          by.persons.filter(person => !wanted.has(person)),
        );
      const k = by.persons;
      into[sealedField] = key ? { k, v: seal(key, JSON.stringify(taken), contextOf(stream, by.id)) } : { k };
    }
    return forms;
  };

  const opened = (
    record: StoredRecord,
    { k, v }: Sealed,
    held: Keys,
    what: string,
  ): { data: unknown; erased: boolean } => {
    const data = record.data as Fields;
    const key = v === undefined ? undefined : jointKey(held, k);
    if (key === undefined || v === undefined) return { data, erased: true };
    if (key === 'unknown')
      throw new UnreadableEvent(
        `${what} is encrypted under a key that is not in the database`,
        k.filter(person => isPerson(person) && !held.has(person)),
      );
    try {
      return {
        data: putBack(data, JSON.parse(unseal(key, v, contextOf(record.streamId, record.id)))),
        erased: false,
      };
    } catch {
      throw new UnreadableEvent(`${what} was encrypted otherwise: its key does not open it`);
    }
  };

  const decodeOne = (record: StoredRecord, held: Keys): Recorded | undefined => {
    const place = parseStreamName(record.streamId);
    if (!place) return undefined;
    const what = `event ${record.revision} of ${record.streamId}`;
    const sealed = sealedIn(record.data);
    const { data: plain, erased } = sealed
      ? opened(record, sealed, held, what)
      : { data: record.data, erased: false };
    let current: { type: string; data: unknown };
    try {
      current = upcast(place.category, { type: record.type, data: plain }, table);
    } catch {
      throw new UnreadableEvent(`${what} (${record.type}) cannot be upcast`);
    }
    const data = known(place.category, current.type, current.data, what, bringingTimesNear);
    return {
      // The schema of this very type has just accepted the data.
      ...({ type: current.type, data } as AnyEvent),
      id: record.id,
      stream: record.streamId as StreamName,
      ...place,
      revision: safe(record.revision, 'revision'),
      position: safe(record.position, 'position'),
      metadata: checkedMetadata(record.metadata, what, bringingTimesNear),
      ...(sealed ? { persons: sealed.k } : {}),
      ...(erased ? { erased: true as const } : {}),
    };
  };

  const decode: Codec['decode'] = async records => {
    const wanted = everybody(records.map(({ data }) => sealedIn(data)?.k ?? []));
    // Whatever else stands there is nobody's name, and no key's.
    const persons = wanted.filter(isPerson);
    const held = new Map(persons.length > 0 ? await keys.forReading(persons) : []);
    const events: Recorded[] = [];
    const unreadable: Unreadable[] = [];
    for (const record of records) {
      try {
        const event = decodeOne(record, held);
        if (!event) continue;
        events.push(event);
        const ended = endedBy(event);
        if (ended.length === 0) continue;
        keys.forget(ended);
        for (const person of ended) held.set(person, undefined);
      } catch (error) {
        const place = parseStreamName(record.streamId);
        if (!(error instanceof UnreadableEvent) || !place) throw error;
        unreadable.push({ ...place, ...placeOf(record), error });
      }
    }
    return unreadable.length > 0 ? { events, unreadable } : { events };
  };

  return { encode, decode };
};

const placeOf = ({ id, streamId, type, revision, position }: StoredRecord) => ({
  ...{ id, type, stream: streamId as StreamName },
  ...{ revision: Number(revision), position: Number(position) },
});

/** The events, where all of them can be read. Throws UnreadableEvent for the first that cannot. */
export const allReadable = ({ events, unreadable }: Given): readonly Recorded[] => {
  const [first] = unreadable ?? [];
  if (first) throw first.error;
  return events;
};

const everybody = (lists: readonly (readonly string[])[]): readonly string[] => {
  const [first = [], ...others] = lists;
  if (others.length === 0) return first;
  const persons = new Set<string>();
  for (const list of lists) for (const person of list) persons.add(person);
  return [...persons];
};
