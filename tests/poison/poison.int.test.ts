import { randomUUID } from 'node:crypto';
import { binaryEvent, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '#commands/ids.ts';
import { ANA, accepted, BOB, PHONE } from '#connector/testing/office.ts';
import { categories, type StreamName, streamName } from '#domain/shared/stream.ts';
import type { EventStore } from '#eventstore/types.ts';
import { type Company, type Happened, openCompany } from './company.ts';
import { type Asked, expectations, expectationsOnceMended } from './expectations.ts';
import { keepPhoneBusy, pairPhone, wasPhoneBusy } from './phone.ts';
import { openScene, type Scene } from './scene.ts';

/*
 * One company has gone bad in every way, and stands in front of the other one in every queue: what the product runs goes
 * on for the other. A follower or worker that is new is asked, too, or the first test fails.
 */

type Poison = {
  readonly what: string;
  /** Spoils all of a company, whose streams these are; answers how it is mended. */
  readonly spoil: (
    scene: Scene,
    companyId: string,
    streams: readonly string[],
  ) => Promise<(() => Promise<void>) | undefined>;
  /** What the store is to the commands of the services, until another version of them is started. */
  readonly store?: (companyId: string) => (store: EventStore) => EventStore;
};

/** At the end of each of its streams, and as the first event of a stream of each category. */
const placesOf = (companyId: string, streams: readonly string[]): readonly string[] => [
  ...streams,
  ...categories.map(category => streamName(category, companyId, randomUUID())),
];

const poisons: readonly Poison[] = [
  {
    what: 'events of types that nobody knows, and bytes that are no event',
    spoil: async ({ node }, companyId, streams) => {
      const raw = EventStoreDBClient.connectionString(node.url);
      const odd = [
        jsonEvent({ type: 'PoisonLater', data: { companyId } }),
        binaryEvent({ type: 'TicketClosed', data: Buffer.from('{ this is no JSON') }),
      ];
      for (const [index, stream] of placesOf(companyId, streams).entries())
        await raw.appendToStream(stream, odd[index % 2] ?? jsonEvent({ type: 'PoisonLater', data: {} }));
      await raw.dispose();
      return undefined;
    },
  },
  {
    what: 'keys that are missing',
    spoil: async ({ pool, keysOf }, companyId) => {
      const rows = await keysOf(companyId);
      await pool.query('delete from secrets.person_key where company_id = $1', [companyId]);
      return async () => {
        for (const { person, company_id, wrapped, created_at, destroyed_at } of rows)
          await pool.query(
            'insert into secrets.person_key values ($1, $2, $3, $4, $5) on conflict do nothing',
            [person, company_id, wrapped, created_at, destroyed_at],
          );
      };
    },
  },
  {
    what: 'commands that throw',
    spoil: async () => async () => undefined,
    store: companyId => store => {
      const orThrow = (stream: StreamName): void => {
        if (stream.includes(companyId)) throw new TypeError('nobody foresaw it');
      };
      return {
        ...store,
        load: async (stream, from) => {
          orThrow(stream);
          return store.load(stream, from);
        },
        append: async (stream, expected, events) => {
          orThrow(stream);
          return store.append(stream, expected, events);
        },
      };
    },
  },
];

const patience = { timeout: 90_000, interval: 500 };

describe.each(poisons)('while one company has $what', ({ spoil, store: spoiled }) => {
  let scene: Scene;
  let services: Awaited<ReturnType<Scene['startServices']>>;
  let [bad, good]: Company[] = [];
  let asked: { bad: () => Promise<Asked>; good: () => Promise<Asked> };
  let mend: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    scene = await openScene();
    const { office, pool } = scene;
    const deps = { pool, commands: office.commands, keys: office.store.keys };
    services = await scene.startServices();
    await office.pair();
    const [spoilt, sound] = [await openCompany(deps), await openCompany(deps, office.companyId, false)];
    [bad, good] = [spoilt, sound];
    await pairPhone(scene, spoilt);
    for (const { receiver } of [spoilt, sound]) scene.allowed.add(receiver.host);
    const begun = 'select count(*)::int as n from policy.checkpoint';
    await vi.waitFor(async () => expect((await pool.query(begun)).rows[0].n).toBe(10), patience);
    await caughtUp(scene);
    await services.stop();

    const first = await spoilt.happen();
    await keepPhoneBusy(scene, spoilt);
    const poison = { name: `poison of ${spoilt.companyId}`, streams: await streamsOf(scene, spoilt) };
    await poisonRows(scene, spoilt);
    mend = await spoil(scene, spoilt.companyId, poison.streams);
    const then = await sound.happen();
    const messageId = newId();
    const place = await sound.ticket(null, sound.ana, { connectionId: office.connectionId, number: BOB });
    accepted(
      await office.commands.message.queue(sound.as(sound.ana), {
        ...{ messageId, ticketId: place.ticketId, body: 'Bom dia' },
      }),
    );
    const count = (await scene.eventsOf(sound.companyId)).length;
    const media = { kind: 'document', mimetype: 'application/pdf', fileName: 'nota.pdf' };
    const bytes = Buffer.from('%PDF-1.4\nnota').toString('base64');
    const waId = await office.simulator.write(ANA, { to: PHONE, media: { base64: bytes, ...media } });
    const asking =
      (company: Company, of: Happened, more: Pick<Asked, 'sent' | 'files' | 'count'>) => async () => ({
        ...{ pool, company, happened: of, ...more },
        events: await scene.eventsOf(company.companyId),
      });
    asked = {
      bad: asking(spoilt, first, { sent: [], files: [], count: 0 }),
      good: asking(sound, then, { sent: [messageId], files: [waId], count }),
    };
    services = await scene.startServices(spoiled?.(spoilt.companyId));
  }, 180_000);
  afterAll(async () => {
    await services?.stop();
    await Promise.all([bad, good].map(company => company?.receiver.close()));
    await scene?.end();
  }, 60_000);

  it('everything that the product runs is asked', () => {
    expect(services.runners.toSorted()).toEqual(Object.keys(expectations).toSorted());
  });

  it.each(Object.keys(expectations))(
    '%s goes on for another company',
    async name => {
      await expect.poll(async () => expectations[name]?.(await asked.good()), patience).toBe(true);
    },
    120_000,
  );

  it('the phone of the company that went bad was busy meanwhile', async () => {
    await expect.poll(() => bad && wasPhoneBusy(scene, bad), patience).toBe(true);
  });

  it('what waits is named, and nothing of it is the other company’s', async () => {
    const { rows } = await scene.pool.query<{ company_id: string; n: number }>(
      `select company_id, count(*)::int as n from (
         select company_id from parking.parked union all select company_id from projection.parked) waits
       group by 1`,
    );
    expect(rows.map(({ company_id }) => company_id)).toEqual([bad?.companyId]);
  });

  it('all of it is taken up by itself once it is mended, each thing once', async () => {
    // What no program can read waits for one that can.
    if (!mend)
      return expect((await scene.pool.query('select from parking.parked')).rowCount).toBeGreaterThan(20);
    await mend();
    if (spoiled) {
      await services.stop();
      services = await scene.startServices();
    }
    const waits = `select follower, scope, name, reason from parking.parked
      where follower not in ('connector simulator files', 'connector simulator purges')
      union all select name, scope, stream, reason from projection.parked`;
    await expect
      .poll(async () => (await scene.pool.query(waits)).rows, { ...patience, timeout: 170_000 })
      .toEqual([]);
    for (const [name, isDone] of Object.entries(expectationsOnceMended))
      await expect.poll(async () => isDone(await asked.bad()), { ...patience, message: name }).toBe(true);
  }, 240_000);
});

const streamsOf = async (scene: Scene, { companyId }: Company): Promise<readonly string[]> => [
  ...new Set((await scene.eventsOf(companyId)).map(({ stream }) => stream)),
];

/** Rows that no program can do anything with, in front of all others. */
const poisonRows = async ({ pool }: Scene, { companyId, greeted, leaving }: Company): Promise<void> => {
  await pool.query(
    `insert into connector.media_download (message_id, connection_id, company_id, sealed, state, next_try_at)
     select gen_random_uuid(), $1, $2, '\\x00'::bytea, 'waiting', now() - interval '1 day' from generate_series(1, 8)`,
    [greeted, companyId],
  );
  await pool.query(
    `insert into connector.media_download (message_id, connection_id, company_id)
     select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, $2 from generate_series(1, 120) n`,
    [leaving, companyId],
  );
  await pool.query(
    `insert into connector.outbox (id, message_id, connection_id, company_id, contact_id, wa_id, position)
     select gen_random_uuid(), gen_random_uuid(), $1, $2, gen_random_uuid(), 'no message ' || n, n
     from generate_series(1, 120) n`,
    [leaving, companyId],
  );
  await pool.query(
    `insert into connector.erasure (provider, contact_id, company_id, names, due_at)
     select 'simulator', gen_random_uuid(), $1, 'no sealed text', now() - interval '1 day' from generate_series(1, 60)`,
    [companyId],
  );
  await pool.query(
    `insert into policy.due_work (kind, key, company_id, due_at, data)
     select 'closing', 'no ticket ' || n, $1, now() - interval '1 day', '{}' from generate_series(1, 60) n`,
    [companyId],
  );
};

/** The read model that takes every event has come to the end of the log. */
const caughtUp = async ({ pool, office }: Scene): Promise<void> => {
  const head = await office.store.head();
  const behind = `select from projection.checkpoint where name = 'audit' and position < $1`;
  await vi.waitFor(async () => expect((await pool.query(behind, [head])).rows).toEqual([]), patience);
};
