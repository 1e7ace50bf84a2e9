import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unattendedSessions } from '#connector/interface/unattended-sessions.ts';
import { type Category, streamName } from '#domain/shared/stream.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { appendOneOf, entityId, everyEvent } from '#eventstore/testing/every-event.ts';
import type { EventStore, Recorded } from '#eventstore/types.ts';
import { createCommands } from '../commands.ts';
import { openPolicyDatabase, type PolicyDatabase } from '../testing/policy-database.ts';
import { eventsSince } from './read-ahead.ts';
import { policiesOf } from './run-policies.ts';

let database: PolicyDatabase;
let pool: pg.Pool;
let tables: readonly string[];
beforeAll(async () => {
  database = await openPolicyDatabase({ max: 6 });
  ({ pool } = database);
  const { rows } = await pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('policy', 'contact_import') order by 1`,
  );
  tables = rows.map(({ name }) => name);
});
afterAll(() => database.close());

const log = pino({ level: 'silent' });

/** All that the policies remember, and how much has been said. */
const known = async (said: () => number): Promise<readonly string[]> => {
  const rows = tables.map(name => `select '${name} ' || to_jsonb(t)::text as row from ${name} t`);
  const remembered = await pool.query<{ row: string }>(`${rows.join(' union all ')} order by 1`);
  return [...remembered.rows.map(({ row }) => row), `said ${said()}`];
};

/** Counts what is appended. A key that is claimed once more by its owner is nothing new. */
const counting = (store: EventStore): { readonly store: EventStore; readonly said: () => number } => {
  let said = 0;
  const append: EventStore['append'] = async (stream, ...rest) => {
    const appended = await store.append(stream, ...rest);
    if (!stream.startsWith('claim-')) said += 1;
    return appended;
  };
  return { store: { ...store, append }, said: () => said };
};

const policiesIn = (store: EventStore) => {
  const signal = new AbortController().signal;
  const media = { share: async () => undefined };
  const deps = { store, pool, innerPool: pool, commands: createCommands({ store }), media, log, signal };
  return policiesOf({ ...deps, sessions: unattendedSessions, purges: [] });
};
/** What policies follow, and what their commands look at. */
const concerned: ReadonlySet<Category> = new Set([
  ...policiesIn(openMemoryStore()).flatMap(({ categories }) => categories),
  ...(['company', 'queue', 'queuemenu', 'connection', 'user'] as const),
]);
const names = policiesIn(openMemoryStore()).map(({ name }) => name);

/** An import whose lines are the contacts of the story. */
const prepareImports = async (): Promise<void> => {
  await pool.query(`truncate ${tables.join(', ')}`);
  const imports = [0, 1].map(number => entityId('import', number));
  await pool.query(
    `insert into contact_import.job (id, company_id, source, file_name, headings, rows)
     select id, id, 'file', 'a.csv', '[]', 2 from unnest($1::uuid[]) id`,
    [imports],
  );
  await pool.query(
    `insert into contact_import.line (import_id, line, cells, contact_id)
     select i, n, '[]', c from unnest($1::uuid[]) i, unnest($2::uuid[]) with ordinality as l (c, n)`,
    [imports, [0, 1].map(number => entityId('contact', number))],
  );
};

/** Events of every type that matters, behind a call that the company does not take. */
const storyOf = (seed: number): readonly Recorded[] => {
  const all = everyEvent(seed, 3).filter(({ category }) => concerned.has(category));
  const like = (type: Recorded['type'], change: object): Recorded => {
    const found = all.find(event => event.type === type);
    if (!found) throw new Error(`there is no ${type}`);
    const id = entityId(`first ${type}`, 0);
    return { ...found, id, data: { ...found.data, ...change } } as Recorded;
  };
  const first = (type: Recorded['type'], kind: string, change: object): Recorded => {
    const entity = entityId(kind, 0);
    const event = like(type, { [`${kind}Id`]: entity, ...change });
    return { ...event, stream: streamName(event.category, event.companyId, entity) };
  };
  const place = {
    ...{ ticketId: entityId('ticket', 0), contactId: entityId('contact', 0) },
    connectionId: entityId('connection', 0),
  };
  const waKey = { id: 'CALL', remoteJid: '77001@lid', fromMe: false, participant: null };
  return [
    like('CompanyCreated', { status: true, dueDate: null }),
    like('CompanySettingChanged', { key: 'call', value: 'disabled' }),
    first('ConnectionCreated', 'connection', {}),
    first('ContactCreated', 'contact', { isGroup: false }),
    first('TicketOpened', 'ticket', { ...place, status: 'pending', userId: null, isGroup: false }),
    first('MessageReceived', 'message', { ...place, mediaType: 'call_log', history: undefined, waKey }),
    ...all,
  ];
};

const seeds = [1, 2];
const cases = seeds.flatMap(seed => names.map(name => ({ seed, name })));

// A position that an earlier version has kept may be in front of its event: then that event comes again.
it.each(cases)(
  'what the policy $name has taken in last changes nothing when it comes again, seed $seed',
  async ({ name, seed }) => {
    await prepareImports();
    const { store, said } = counting(openMemoryStore());
    const policy = policiesIn(store).find(one => one.name === name);
    const take = (event: Recorded) =>
      inTransaction(pool, async client => policy?.react(client, [event])).then(
        () => true,
        () => false,
      );
    let [read, changed] = [0, 0];
    for (const told of storyOf(seed)) {
      await appendOneOf(store, told);
      // What the policy itself writes comes behind it.
      for (const event of (await eventsSince(store, read, 1_000))?.events ?? []) {
        read = event.position;
        if (!policy?.categories.includes(event.category)) continue;
        const before = await known(said);
        if (!(await take(event))) continue;
        const after = await known(said);
        if (after.join() !== before.join()) changed += 1;
        await take(event);
        expect({ type: event.type, known: await known(said) }).toEqual({ type: event.type, known: after });
      }
    }
    expect(changed).toBeGreaterThan(0);
  },
);
