import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StreamName } from '#domain/shared/stream.ts';
import { streamName } from '#domain/shared/stream.ts';
import { createTestDatabase, type TestDatabase } from '#start/postgres/testing.ts';
import { openPool } from '../database/pool.ts';
import { deriveId } from '../event-id.ts';
import { follow } from '../follow/follow.ts';
import { besideOthers } from '../follow/hold.ts';
import { unwatched } from '../follow/report.ts';
import { sureOf } from '../follow/sure-position.ts';
import { openMemoryStore } from '../memory.ts';
import { losingKeys } from '../testing/losing-keys.ts';
import { unreadableIn } from '../testing/unreadable-in.ts';
import { type EventStore, type Recorded, StoreUnavailable } from '../types.ts';
import { openParking } from './isolate.ts';
import { migrateParking } from './migrate.ts';
import type { Order } from './order.ts';
import { holdsParked, readDue } from './parked-rows.ts';
import { readParkedAside } from './read-parked.ts';
import { type TakingUp, waitingIn } from './read-waiting.ts';
import { keepTakingUp, retried, takeUp } from './take-up.ts';

const follower = 'policy test';
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const [ours, theirs] = [randomUUID(), randomUUID()];

let database: TestDatabase;
let pool: Pool;
let store: EventStore;
let ring: ReturnType<typeof losingKeys>;
let ending: AbortController;
let following: Promise<void>[];
/** What the handler refuses, by the name that an event gives its contact. */
let refused: Map<string, unknown>;
let tries: string[];
let order: Order<Recorded>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ connectionString: database.url, max: 6 });
  await migrateParking(pool);
  await pool.query(`create table progress (position bigint not null); insert into progress values (0);
    create table handled (n serial, name text not null, late bool not null)`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  ring = losingKeys();
  store = openMemoryStore({ keys: ring.keys });
  ending = new AbortController();
  following = [];
  refused = new Map();
  tries = [];
  order = {};
  await pool.query('update progress set position = 0; truncate handled, parking.parked');
});
afterEach(async () => {
  ending.abort();
  await Promise.all(following);
});

const nameOf = (event: Recorded): string => (event.type === 'ContactChanged' ? event.data.name : '');

/** Something is called so in a stream of a company. */
const tell = async (stream: StreamName, name: string): Promise<void> => {
  const there = await store.load(stream).catch(() => undefined);
  const revisions = there?.length ?? told.get(stream) ?? 0;
  told.set(stream, revisions + 1);
  const [companyId = '', contactId = ''] = stream.slice('contact-'.length).split('.');
  const commandId = deriveId(stream, name);
  const at = '2026-01-02T03:04:05.678Z';
  await store.append(stream, revisions - 1, [
    {
      ...{ id: deriveId(stream, name, 'event'), persons: [contactId] },
      event: { type: 'ContactChanged', data: { contactId, name, email: null, queueId: null } },
      metadata: { companyId, actor: { kind: 'system' }, at, commandId },
    },
  ]);
};
const told = new Map<string, number>();
const contact = (companyId: string) => streamName('contact', companyId, randomUUID());
const personOf = (stream: string) => stream.split('.')[1] ?? '';

const takingUp = (): TakingUp => ({
  ...{ follower, order },
  lock: async client =>
    Number((await client.query('select position from progress for update')).rows[0].position),
  handle: (client, events) => handle(client, events, true),
  source: waitingIn(store, ['contact']),
});

const handle = async (
  client: Pick<Pool, 'query'>,
  events: readonly Recorded[],
  late = false,
): Promise<void> => {
  for (const event of events) {
    const name = nameOf(event);
    tries.push(name);
    await client.query('insert into handled (name, late) values ($1, $2)', [name, late]);
    if (refused.has(name)) throw refused.get(name);
  }
};

const run = (): void => {
  const parking = openParking<Recorded>({ follower, order, log });
  following.push(
    follow({
      ...{ name: follower, store, log, signal: ending.signal, report: unwatched, hold: besideOthers },
      subscription: { categories: ['contact'], maxBatch: 100 },
      open: async () => ({
        after: sureOf({
          position: Number((await pool.query('select position from progress')).rows[0].position),
        }),
        take: (batch, from) =>
          parking.transaction(pool, async (client, takeIn) => {
            const { rows } = await client.query(
              `select position::float8 as position, ${holdsParked('$1')} as holds from progress for update`,
              [follower],
            );
            if (rows[0].position !== from) return false;
            await takeIn(batch, { from, holds: rows[0].holds }, events => handle(client, events));
            await client.query('update progress set position = $1', [Math.max(from, batch.position)]);
            return true;
          }),
      }),
    }),
  );
};
const followed = async () => {
  const head = await store.head();
  await expect
    .poll(async () => Number((await pool.query('select position from progress')).rows[0].position))
    .toBeGreaterThanOrEqual(head);
};
const handled = async () =>
  (await pool.query<{ name: string }>('select name from handled order by n')).rows.map(({ name }) => name);
const parked = async () =>
  (await readParkedAside(pool)).map(({ scope, name, eventType }) => `${scope} ${name} ${eventType}`);
/** Tries all that is parked once, whenever its next try would be. */
const again = async () => {
  await pool.query('update parking.parked set next_at = now()');
  for (const due of await readDue(pool, [follower], 100))
    await takeUp({ pool, log, signal: ending.signal }, takingUp(), due);
};

describe('an event that cannot be read', () => {
  it('waits with its stream, in order, while everything else goes on, and is handled once when it can be', async () => {
    const [lost, other, strange] = [contact(ours), contact(ours), contact(theirs)];
    await tell(lost, 'a1');
    await tell(other, 'b1');
    await tell(strange, 'c1');
    ring.lose(personOf(lost));
    run();
    await followed();
    await tell(lost, 'a2');
    await tell(other, 'b2');
    await tell(strange, 'c2');
    await followed();
    expect(await handled()).toEqual(['b1', 'c1', 'b2', 'c2']);
    expect(await parked()).toEqual([`stream ${lost} ContactChanged`]);
    expect(await readParkedAside(pool, { companyId: theirs })).toEqual([]);
    await again();
    expect(await handled()).toHaveLength(4);
    ring.restore();
    await again();
    await again();
    expect(await handled()).toEqual(['b1', 'c1', 'b2', 'c2', 'a1', 'a2']);
    expect(await parked()).toEqual([]);
    await tell(lost, 'a3');
    await followed();
    expect((await handled()).at(-1)).toBe('a3');
  });

  it('is taken up by itself as soon as its key is there again', async () => {
    const lost = contact(ours);
    await tell(lost, 'a1');
    ring.lose(personOf(lost));
    run();
    await followed();
    following.push(
      keepTakingUp({ pool, log, keys: ring.keys, signal: ending.signal, everyMs: 20 }, [retried(takingUp())]),
    );
    await expect
      .poll(async () => (await pool.query('select next_at > now() as waits from parking.parked')).rows)
      .toEqual([{ waits: true }]);
    ring.restore();
    await expect.poll(handled).toEqual(['a1']);
    await expect.poll(parked).toEqual([]);
  });

  it('is handled by a later version, whose types it has', async () => {
    const [odd, other] = [contact(ours), contact(theirs)];
    await tell(odd, 'a1');
    await tell(other, 'b1');
    await tell(odd, 'a2');
    const later = store;
    store = unreadableIn(later, event => nameOf(event) === 'a1');
    run();
    await followed();
    await again();
    expect(await handled()).toEqual(['b1']);
    expect(await parked()).toEqual([`stream ${odd} ContactChangedLater`]);
    store = later;
    await again();
    expect(await handled()).toEqual(['b1', 'a1', 'a2']);
    expect(await parked()).toEqual([]);
  });

  it('is tried when a process begins, however long it would wait', async () => {
    const lost = contact(ours);
    await tell(lost, 'a1');
    refused.set('a1', new Error('not in this version'));
    run();
    await followed();
    await pool.query(`update parking.parked set next_at = now() + interval '1 day'`);
    refused.clear();
    following.push(
      keepTakingUp({ pool, log, keys: ring.keys, signal: ending.signal, everyMs: 20 }, [retried(takingUp())]),
    );
    await expect.poll(handled).toEqual(['a1']);
  });
});

describe('an event that cannot be handled', () => {
  it('is tried a few times and then waits with its stream; what it wrote is undone', async () => {
    const [bad, good] = [contact(ours), contact(theirs)];
    for (const [stream, name] of [
      [good, 'g1'],
      [bad, 'poison'],
      [good, 'g2'],
      [bad, 'after'],
      [good, 'g3'],
    ] as const)
      await tell(stream, name);
    refused.set('poison', new TypeError('nobody foresaw it'));
    run();
    await followed();
    expect(await handled()).toEqual(['g1', 'g2', 'g3']);
    expect(tries.filter(name => name === 'poison').length).toBeGreaterThanOrEqual(3);
    expect(tries).not.toContain('after');
    expect(await readParkedAside(pool)).toMatchObject([
      { scope: 'stream', companyId: ours, stream: bad, revision: 0, reason: 'nobody foresaw it' },
    ]);
    refused.clear();
    await again();
    expect(await handled()).toEqual(['g1', 'g2', 'g3', 'poison', 'after']);
  });

  it('is parked again from where it stands when a later one of its stream fails', async () => {
    const bad = contact(ours);
    for (const name of ['one', 'two', 'three']) await tell(bad, name);
    refused.set('one', new Error('no'));
    run();
    await followed();
    refused = new Map([['two', new Error('neither')]]);
    await again();
    expect(await handled()).toEqual(['one']);
    expect(await readParkedAside(pool)).toMatchObject([{ revision: 1, reason: 'neither', tries: 1 }]);
    await again();
    expect(await readParkedAside(pool)).toMatchObject([{ revision: 1, tries: 2 }]);
    refused.clear();
    await again();
    expect(await handled()).toEqual(['one', 'two', 'three']);
  });

  it.each([
    ['the store is away', new StoreUnavailable('away')],
    ['Postgres is', Object.assign(new Error('no connection'), { code: '08006' })],
    ['a table is missing', Object.assign(new Error('no table'), { code: '42P01' })],
    ['a race was lost', Object.assign(new Error('deadlock'), { code: '40P01' })],
  ])('parks nothing while %s', async (_, error) => {
    const stream = contact(ours);
    await tell(stream, 'a1');
    await tell(contact(theirs), 'b1');
    refused.set('a1', error);
    run();
    await expect.poll(() => tries.filter(name => name === 'a1').length).toBeGreaterThan(2);
    expect(await parked()).toEqual([]);
    refused.clear();
    await followed();
    expect(await handled()).toEqual(['a1', 'b1']);
    expect(await parked()).toEqual([]);
  });
});

describe('the order of a follower', () => {
  it('has a whole company wait where what comes later depends on it, and no other', async () => {
    order = { wholeCompany: ['contact'] };
    const [bad, own, strange] = [contact(ours), contact(ours), contact(theirs)];
    await tell(own, 'o1');
    await tell(bad, 'poison');
    await tell(strange, 's1');
    refused.set('poison', new Error('no'));
    run();
    await followed();
    await tell(own, 'o2');
    await tell(bad, 'p2');
    await tell(strange, 's2');
    await followed();
    expect(await handled()).toEqual(['o1', 's1', 's2']);
    expect(await parked()).toEqual([`tenant ${ours} ContactChanged`]);
    refused.clear();
    await again();
    expect((await handled()).slice(3)).toEqual(['poison', 'o2', 'p2']);
    expect(await parked()).toEqual([]);
  });

  it('has a group of streams wait together', async () => {
    order = { groupOf: event => (nameOf(event).startsWith('x') ? `x of ${event.companyId}` : undefined) };
    const [one, other, alone] = [contact(ours), contact(ours), contact(ours)];
    await tell(one, 'x1');
    await tell(other, 'x2');
    await tell(alone, 'y1');
    refused.set('x1', new Error('no'));
    run();
    await followed();
    await tell(other, 'x3');
    await followed();
    expect(await handled()).toEqual(['y1']);
    refused.clear();
    await again();
    expect(await handled()).toEqual(['y1', 'x1', 'x2', 'x3']);
    expect(await parked()).toEqual([]);
  });

  it('has what needs everything before it wait for that, and is handled after it', async () => {
    order = { needsAllBefore: event => nameOf(event) === 'sum' };
    const [bad, sums, strange] = [contact(ours), contact(ours), contact(theirs)];
    await tell(bad, 'poison');
    await tell(strange, 'sum');
    await tell(sums, 'sum');
    await tell(sums, 'behind');
    refused.set('poison', new Error('no'));
    run();
    await followed();
    expect(await handled()).toEqual(['sum']);
    await again();
    expect(await handled()).toEqual(['sum']);
    refused.clear();
    await again();
    await again();
    expect(await handled()).toEqual(['sum', 'poison', 'sum', 'behind']);
    expect(await parked()).toEqual([]);
  });

  it('leaves to a company that waits what came after, and to a stream what waits by itself', async () => {
    const [bad, other] = [contact(ours), contact(ours)];
    await tell(bad, 'p1');
    await tell(other, 'q1');
    refused.set('p1', new Error('no'));
    run();
    await followed();
    await pool.query(
      `insert into parking.parked (follower, scope, name, company_id, stream, revision, position, resume_at,
         event_id, event_type, reason, next_at)
       select follower, 'tenant', company_id, company_id, $1, 1, position + 200, position, gen_random_uuid(), 'x', 'x',
         now() from parking.parked`,
      [other],
    );
    await tell(bad, 'p2');
    await tell(other, 'q2');
    await followed();
    expect(await handled()).toEqual(['q1']);
    refused.clear();
    await again();
    await again();
    expect(await handled()).toEqual(['q1', 'p1', 'p2', 'q2']);
    expect(await parked()).toEqual([]);
  });
});

it('several processes take up what is parked once', async () => {
  const bad = contact(ours);
  for (const name of ['one', 'two', 'three']) await tell(bad, name);
  refused.set('one', new Error('no'));
  run();
  await followed();
  refused.clear();
  await pool.query('update parking.parked set next_at = now()');
  const [due] = await readDue(pool, [follower], 1);
  if (!due) throw new Error('nothing is parked');
  const deps = { pool, log, signal: ending.signal };
  await Promise.all([1, 2, 3].map(() => takeUp(deps, takingUp(), due)));
  expect(await handled()).toEqual(['one', 'two', 'three']);
});

it('nothing is passed over when a batch breaks off after something of it was parked', async () => {
  const [lost, other] = [contact(ours), contact(theirs)];
  await tell(lost, 'a1');
  await tell(other, 'b1');
  ring.lose(personOf(lost));
  const parking = openParking<Recorded>({ follower, log });
  const broken = parking.transaction(pool, async (_, takeIn) => {
    const given = await store.loadGiven(lost);
    await takeIn(given, { from: 0, holds: false }, async () => undefined);
    throw Object.assign(new Error('gone'), { code: '57P01' });
  });
  await expect(broken).rejects.toThrow('gone');
  expect(await parked()).toEqual([]);
});
