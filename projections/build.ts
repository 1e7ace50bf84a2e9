import type pg from 'pg';
import { openClient } from '#eventstore/database/pool.ts';
import type { Batch, EventStore, Recorded, Unreadable } from '#eventstore/types.ts';
import { carryUnknown } from './carry-unknown.ts';
import { readCheckpoint, readCopy, readParkedOf } from './checkpoint.ts';
import { connectionConfig } from './database.ts';
import { endingAt } from './ending-at.ts';
import { openAhead } from './kit/ahead.ts';
import { type Applier, openApplier } from './kit/apply.ts';
import { openParking, type Park } from './kit/parking.ts';
import { categoriesOf, type Fold, type Projection, typesRead } from './kit/projection.ts';
import { CannotAdd, promote } from './promote.ts';
import { analyzeTables, createIndexes, createSchema, dropSchema } from './schema.ts';

export type BuildProgress = { readonly position: number; readonly head: number; readonly events: number };

export type BuildOptions = {
  readonly projection: Projection;
  readonly databaseUrl: string;
  readonly store: Pick<EventStore, 'subscribe' | 'head'>;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: BuildProgress) => void;
  /** Called for each event that could not be folded: it waits in the copy, too. */
  readonly onParked?: (parked: Park, error: unknown) => void;
  /** Called when the new copy is there and has not yet taken the live one's place. */
  readonly onBuilt?: (schema: string) => Promise<void>;
};

export type Built = { readonly events: number; readonly position: number };

const cachedRows = 60_000;
/** Events folded at once, and read at once. */
const foldAtOnce = 2_000;
const readAtOnce = 1_000;

const sessionSettings = {
  synchronous_commit: 'off',
  maintenance_work_mem: '64MB',
  // Statistics are of so many times 300 rows: each row of a sample has its words taken apart as its index does.
  default_statistics_target: '10',
};

/**
 * Folds the whole log into a new copy of a read model while the live one serves and goes on, and then puts it in
 * the live one's place in one transaction. What is interrupted leaves the live one as it was; begin anew.
 * Throws when another build of the same projection is under way.
 */
export const rebuildBeside = (options: BuildOptions): Promise<Built> => {
  const schema = `${options.projection.name}_build`;
  return build(options, schema, async (client, applier, built) => {
    await options.onBuilt?.(schema);
    const position = await promote({ ...options, client, applier, schema, position: built.position });
    return { ...built, position };
  });
};

/**
 * Folds the log into tables of a read model that the database does not have yet, and gives them to those that are
 * there, which are not folded again and go on meanwhile. Answers undefined, and has changed nothing, where that cannot
 * be done: events are parked, or a new table's fold looks at another table. Then build all of it anew.
 */
export const addTables = async (
  options: BuildOptions,
  added: readonly Fold[],
): Promise<Built | undefined> => {
  const { projection, databaseUrl } = options;
  const alone: Projection = { ...projection, folds: added, categories: categoriesOf(added) };
  let isParked = false;
  const onParked = () => {
    isParked = true;
  };
  const reached = await liveCheckpoint(databaseUrl, projection.name);
  if (!reached?.sure || reached.parked) return undefined;
  const store = endingAt(options.store, reached.position);
  const schema = `${projection.name}_build`;
  const kept = projection.folds.filter(fold => !added.includes(fold)).map(({ table }) => table);
  try {
    return await build(
      { ...options, projection: alone, store, onParked },
      schema,
      async (client, applier, built) => {
        if (isParked) throw new CannotAdd();
        const site = { ...options, projection: alone, client, applier, schema, kept };
        return { ...built, position: await promote({ ...site, position: built.position }) };
      },
    );
  } catch (error) {
    if (error instanceof CannotAdd) return undefined;
    throw error;
  }
};

const liveCheckpoint = async (databaseUrl: string, name: string) => {
  const client = openClient(connectionConfig(databaseUrl));
  await client.connect();
  try {
    const checkpoint = await readCheckpoint(client, name);
    const parked = await readParkedOf(client, name);
    return checkpoint && { ...checkpoint, parked: parked.length > 0 };
  } finally {
    await client.end();
  }
};

/**
 * Folds the log up to an instant (ISO) into a schema of its own, for analysts; nothing keeps it up to date. The
 * schema is made anew when it is there.
 */
export const buildUntil = (options: BuildOptions, schema: string, until: string): Promise<Built> =>
  build(
    { ...options, store: stoppedAt(options.store, until) },
    schema,
    async (_client, _applier, built) => built,
  );

type Finish = (client: pg.Client, applier: Applier, built: Built) => Promise<Built>;

const build = async (options: BuildOptions, schema: string, finish: Finish): Promise<Built> => {
  const { projection, databaseUrl } = options;
  const client = openClient(connectionConfig(databaseUrl, { settings: sessionSettings }));
  const broken = new AbortController();
  client.on('error', error => broken.abort(error));
  await client.connect();
  try {
    await lockBuild(client, schema);
    await dropSchema(client, schema);
    await client.query('begin');
    await createSchema(client, projection, schema);
    await client.query('commit');
    const beforeSweeping = () => createIndexes([client], projection, schema);
    const copy = await readCopy(client, schema);
    const parked = await carryUnknown(client, projection, schema);
    const parking = openParking({ projection, schema, copy, parked, onParked: options.onParked });
    const applier = openApplier(projection, {
      schema,
      copy,
      parking,
      cachedRows,
      isNew: true,
      beforeSweeping,
    });
    const signal = AbortSignal.any([options.signal, broken.signal]);
    const built = await catchUp({ ...options, signal }, { client, applier, schema });
    signal.throwIfAborted();
    return await finish(client, applier, built);
  } finally {
    await client.end();
  }
};

const lockBuild = async (client: pg.Client, schema: string): Promise<void> => {
  const { rows } = await client.query<{ free: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as free',
    [`balcao.build.${schema}`],
  );
  if (!rows[0]?.free) throw new Error(`${schema} is being built already`);
};

type Site = { readonly client: pg.Client; readonly applier: Applier; readonly schema: string };

/** From the start of the log to about its end, which goes on meanwhile; then the indexes. */
const catchUp = async (options: BuildOptions, { client, applier, schema }: Site): Promise<Built> => {
  const { projection, store, signal, onProgress } = options;
  const { categories } = projection;
  let head = await store.head();
  let roundBegan = 0;
  let position = 0;
  let events = 0;
  let pending: Recorded[] = [];
  let unreadable: Unreadable[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  const ahead = openAhead(applier, client, batch => {
    events += batch.events.length;
    onProgress?.({ position: batch.position, head: Math.max(head, batch.position), events });
  });
  /** One batch is written while the next one is folded, and the one after that is read. */
  const flush = async (to: number) => {
    await writing;
    if (to === position && pending.length === 0) return;
    const lost = unreadable.length > 0 ? { unreadable } : {};
    writing = ahead.put({ from: position, batch: { events: pending, ...lost, position: to, live: false } });
    writing.catch(() => undefined);
    position = to;
    [pending, unreadable] = [[], []];
  };
  const types = typesRead(projection);
  const wanted = { categories, types, maxBatch: readAtOnce, unreadable: 'given', signal } as const;
  for await (const batch of store.subscribe(wanted)) {
    unreadable.push(...(batch.unreadable ?? []));
    pending = pending.length === 0 ? [...batch.events] : pending.concat(batch.events);
    const arrived = batch.live || batch.position >= head;
    if (arrived || pending.length >= foldAtOnce) await flush(batch.position);
    if (!arrived) continue;
    await writing;
    await ahead.settled();
    if (batch.live || events - roundBegan < foldAtOnce) break;
    roundBegan = events;
    head = await store.head();
  }
  await writing;
  await ahead.settled();
  await finishTables(options, { client, schema });
  const checkpoint = await readCheckpoint(client, schema);
  return { events, position: checkpoint?.position ?? position };
};

/** Two connections, for Postgres works on each by itself; it is most of the work where there are words to search. */
const finishTables = async (
  { projection, databaseUrl }: BuildOptions,
  { client, schema }: Pick<Site, 'client' | 'schema'>,
): Promise<void> => {
  const other = openClient(connectionConfig(databaseUrl, { settings: sessionSettings }));
  other.on('error', () => undefined);
  await other.connect();
  try {
    await createIndexes([client, other], projection, schema);
    await analyzeTables([client, other], projection, schema);
  } finally {
    await other.end();
  }
};

/** The same store as if nothing had happened after an instant. */
const stoppedAt = (store: BuildOptions['store'], until: string): BuildOptions['store'] => {
  const last = new Date(until).getTime();
  async function* subscribe(wanted: Parameters<EventStore['subscribe']>[0]): AsyncGenerator<Batch> {
    let position = wanted.after ?? 0;
    for await (const batch of store.subscribe(wanted)) {
      const end = batch.events.findIndex(({ metadata }) => new Date(metadata.at).getTime() > last);
      if (end === -1) {
        position = batch.position;
        yield batch;
        continue;
      }
      const events = batch.events.slice(0, end);
      const later = batch.events[end]?.position ?? position;
      const unreadable = batch.unreadable?.filter(event => event.position < later);
      position = events.at(-1)?.position ?? position;
      yield { events, ...(unreadable && { unreadable }), position, live: true };
      return;
    }
  }
  return { head: store.head, subscribe };
};
