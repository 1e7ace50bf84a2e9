import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore } from '#eventstore/types.ts';
import type { Connector } from './connector.ts';
import { ANA, accepted, BOB, type Office, ofType, openOffice, PHONE } from './testing/office.ts';

const sums = `
  select sum(received)::int received, sum(shown)::int shown,
    (select coalesce(sum(value::int), 0)::int from connector.ledger, jsonb_each_text(rejected)) rejected
  from connector.ledger`;

/** A store that may fail in a way that trying again does not help. */
const openBreakableStore = () => {
  const store = openMemoryStore();
  const state = { broken: false };
  const breakable: EventStore = {
    ...store,
    append: async (...input) => {
      if (state.broken) throw new Error('broken');
      return store.append(...input);
    },
  };
  return { breakable, state };
};

describe('the ledger of a connection', () => {
  const { breakable, state } = openBreakableStore();
  let office: Office;
  let connector: Connector;

  beforeAll(async () => {
    office = await openOffice(breakable);
    connector = await office.startConnector();
    await office.pair();
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  const sumsNow = async () => (await office.pool.query(sums)).rows[0];
  const retry = () =>
    office.pool.query(`select pg_notify('connector_wake', 'retry ' || $1)`, [office.connectionId]);

  it('accounts for all that was received: shown, or rejected with a reason', async () => {
    const ignored = { key: 'CheckMsgIsGroup', value: 'enabled' };
    accepted(await office.commands.company.changeSetting(office.bySystem(), ignored));
    await office.untilFollowed();
    for (const from of [ANA, BOB, ANA]) await office.simulator.write(from, { to: PHONE, text: 'Oi' });
    const group = { id: '120363000000000001@g.us', subject: 'Vizinhos', members: [ANA, BOB, PHONE] };
    await office.simulator.post('/groups', group);
    await office.simulator.write(ANA, { group: group.id, text: 'Para todos' });
    const arrived = `select from connector.inbox_journal where chat = $1`;
    await expect
      .poll(async () => (await office.pool.query(arrived, [group.id])).rowCount, { timeout: 20_000 })
      .toBeGreaterThan(0);
    await office.untilJournalEmpty();

    const { rows } = await office.pool.query(sums);
    const journalled = await office.pool.query('select from connector.inbox_journal');
    expect(rows[0].received).toBe(journalled.rowCount);
    expect(rows[0].received).toBe(rows[0].shown + rows[0].rejected);
    expect(rows[0].shown).toBe(3);
    const reasons = await office.pool.query('select rejected from connector.ledger');
    expect(reasons.rows[0].rejected).toMatchObject({ group: 1 });
  });

  it('counts what cannot be taken in as rejected, keeps it whole, and shows it once it can', async () => {
    const { shown, rejected } = await sumsNow();
    state.broken = true;
    const waId = await office.simulator.write(BOB, { to: PHONE, text: 'Fica de lado' });
    await expect.poll(sumsNow, { timeout: 20_000 }).toMatchObject({ shown, rejected: rejected + 1 });
    state.broken = false;
    await retry();
    const events = await office.until('it', all =>
      ofType(all, 'MessageReceived').some(event => event.data.waKey.id === waId),
    );
    expect(ofType(events, 'MessageReceived').at(-1)?.data.body).toBe('Fica de lado');
    await expect.poll(sumsNow, { timeout: 20_000 }).toMatchObject({ shown: shown + 1, rejected });
  });

  it('sets aside a message whose file cannot be noted, beside what comes after it, and notes it once it can', async () => {
    const { shown, rejected } = await sumsNow();
    await office.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create trigger refuse before insert on connector.media_download for each row execute function refuse()`);
    const media = { kind: 'document', mimetype: 'text/plain', base64: Buffer.from('Oi').toString('base64') };
    const waId = await office.simulator.write(BOB, { to: PHONE, media: { ...media, fileName: 'a.txt' } });
    await office.simulator.write(BOB, { to: PHONE, text: 'Veio?' });
    await expect
      .poll(sumsNow, { timeout: 20_000 })
      .toMatchObject({ shown: shown + 1, rejected: rejected + 1 });
    await office.pool.query('drop function refuse cascade');
    await retry();
    const events = await office.until('the file', all => ofType(all, 'MessageMediaStored').length === 1);
    expect(ofType(events, 'MessageReceived').filter(({ data }) => data.waKey.id === waId)).toHaveLength(1);
    await expect.poll(sumsNow, { timeout: 20_000 }).toMatchObject({ shown: shown + 2, rejected });
  });

  it('counts nothing twice when the journal is read again', async () => {
    const before = await office.pool.query(sums);
    await connector.stop();
    const online = async () => (await office.simulator.get<{ online: number }>('/stats')).online;
    await expect.poll(online).toBe(0);
    connector = await office.startConnector();
    await expect.poll(online, { timeout: 20_000 }).toBe(1);
    await office.untilJournalEmpty();
    expect((await office.pool.query(sums)).rows).toEqual(before.rows);
  });

  it('keeps what went wrong last, and goes with the connection', async () => {
    await office.simulator.post('/faults', { closeWith: 440 });
    await office.untilSession(row => row.status === 'DISCONNECTED');
    const error = async () =>
      (await office.pool.query('select last_error, last_error_at from connector.ledger')).rows[0];
    await expect.poll(error).toMatchObject({ last_error: 'replaced', last_error_at: expect.any(Date) });
    const { connectionId } = office;
    await office.commands.connection.remove(office.bySystem(), { connectionId });
    const rows = async () => (await office.pool.query('select from connector.ledger')).rowCount;
    await expect.poll(rows, { timeout: 20_000 }).toBe(0);
  });
});
