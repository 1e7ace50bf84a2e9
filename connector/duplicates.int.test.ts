import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Recorded } from '#eventstore/types.ts';
import type { Connector } from './connector.ts';
import { ANA, accepted, BOB, type Office, ofType, openOffice, PHONE } from './testing/office.ts';

describe('a message that is delivered again', () => {
  let office: Office;
  let connector: Connector;
  const online = async () => (await office.simulator.get<{ online: number }>('/stats')).online;

  beforeAll(async () => {
    office = await openOffice();
    connector = await office.startConnector();
    await office.pair();
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  const write = (from: string, body: object) => office.simulator.write(from, { to: PHONE, ...body });
  /** All events once this message has been followed by another one of the same contact. */
  const afterwards = async (from: string) => {
    const waId = await write(from, { text: 'E depois?' });
    await office.until('the next one', all =>
      ofType(all, 'MessageReceived').some(event => event.data.waKey.id === waId),
    );
    await office.untilJournalEmpty();
    return office.until('everything', () => true);
  };
  const times = (events: readonly Recorded[], waId: string) =>
    ofType(events, 'MessageReceived').filter(event => event.data.waKey.id === waId).length;
  const totals = async () => {
    const { rows } = await office.pool.query(`
      select sum(received)::int received, sum(shown)::int shown,
        (select coalesce(sum(value::int), 0)::int from connector.ledger, jsonb_each_text(rejected)) rejected,
        (select count(*)::int from connector.inbox_journal where not handled and problem is null) waiting
      from connector.ledger`);
    return rows[0];
  };

  it('adds nothing when it comes twice at once, by the server or by its sender', async () => {
    await office.simulator.post('/faults', { duplicateNext: 1 });
    const waId = await write(ANA, { text: 'Uma vez' });
    await write(ANA, { id: waId, text: 'Uma vez' });
    const events = await afterwards(ANA);
    expect(times(events, waId)).toBe(1);
    expect(ofType(events, 'TicketOpened')).toHaveLength(1);
    expect(ofType(events, 'MessageReceived')).toHaveLength(2);
    expect(ofType(events, 'MessageReceived').map(event => event.data.mediaType)).toEqual(['text', 'text']);
  });

  it('is another message when another chat or another member has the same id', async () => {
    const id = 'SAME0123456789';
    for (const from of [ANA, BOB]) await write(from, { id, text: `de ${from}` });
    const { id: own } = await office.simulator.post<{ id: string }>(`/phones/${PHONE}/messages`, {
      ...{ to: ANA, id, text: 'da empresa' },
    });
    const setting = { key: 'CheckMsgIsGroup', value: 'disabled' };
    accepted(await office.commands.company.changeSetting(office.bySystem(), setting));
    await office.untilFollowed();
    const members = { subject: 'Vizinhos', members: [ANA, BOB, PHONE] };
    const group = await office.simulator.post<{ jid: string }>('/groups', members);
    for (const from of [ANA, BOB])
      await office.simulator.write(from, { group: group.jid, id, text: `no grupo, ${from}` });
    expect(own).toBe(id);
    const events = await office.until('all five', all => times(all, id) === 5);
    expect(times(events, id)).toBe(5);
  });

  it('adds nothing after its ticket was closed, even when the journal has forgotten it', async () => {
    const waId = await write(BOB, { text: 'Obrigado' });
    const events = await office.until('it', all => times(all, waId) === 1);
    await office.untilJournalEmpty();
    const opened = ofType(events, 'MessageReceived').find(event => event.data.waKey.id === waId);
    const ticketId = opened?.data.ticketId ?? '';
    accepted(await office.commands.ticket.close(office.bySystem(), { ticketId, justClose: true }));
    const before = await office.store.head();
    const counted = await totals();
    await write(BOB, { id: waId, text: 'Obrigado' });
    await office.pool.query('delete from connector.inbox_journal where handled');
    await write(BOB, { id: waId, text: 'Obrigado' });
    await office.simulator.untilQueueEmpty();
    await office.untilJournalEmpty();
    expect(await totals()).toMatchObject({ received: counted.received + 1, shown: counted.shown + 1 });
    expect(await office.store.head()).toBe(before);
  });

  it('adds nothing after a restart', async () => {
    const waId = await write(ANA, { text: 'Antes' });
    await office.until('it', all => times(all, waId) === 1);
    await office.untilJournalEmpty();
    await connector.stop();
    await expect.poll(online).toBe(0);
    await write(ANA, { id: waId, text: 'Antes' });
    connector = await office.startConnector();
    await expect.poll(online, { timeout: 20_000 }).toBe(1);
    expect(times(await afterwards(ANA), waId)).toBe(1);
  });

  it('is one contact, one ticket and two messages when two first ones come at once', async () => {
    const number = '5511955554444';
    await office.simulator.post('/contacts', { number, name: 'Duda' });
    await office.simulator.post(`/contacts/${number}/devices`);
    const before = ofType(await office.until('everything', () => true), 'TicketOpened').length;
    const ids = await Promise.all(
      [0, 1].map(device => write(number, { text: `do aparelho ${device}`, device })),
    );
    const events = await office.until('both', all => ids.every(waId => times(all, waId) === 1));
    const messages = ofType(events, 'MessageReceived').filter(({ data }) => ids.includes(data.waKey.id));
    expect(new Set(messages.map(({ data }) => data.ticketId)).size).toBe(1);
    expect(ofType(events, 'ContactCreated').filter(({ data }) => data.number === number)).toHaveLength(1);
    expect(ofType(events, 'TicketOpened')).toHaveLength(before + 1);
  });

  it('is taken in, in order, when it was written while the connector was away', async () => {
    await connector.stop();
    await expect.poll(online).toBe(0);
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) ids.push(await write(ANA, { text: `ausente ${count}` }));
    connector = await office.startConnector();
    const events = await office.until('all', all => ids.every(waId => times(all, waId) === 1));
    const order = ofType(events, 'MessageReceived').flatMap(({ data }) =>
      ids.includes(data.waKey.id) ? [data.waKey.id] : [],
    );
    expect(order).toEqual(ids);
  });

  it('is shown once when it could not be read at first, and everything stays accounted for', async () => {
    await office.simulator.post('/faults', { corruptNext: 1 });
    const waId = await write(BOB, { text: 'Danificada' });
    const read = (all: readonly Recorded[]) =>
      [...ofType(all, 'MessageReceived'), ...ofType(all, 'MessageContentRecovered')].some(
        ({ data }) => data.body === 'Danificada',
      );
    expect(times(await office.until('the content', read), waId)).toBe(1);
    await office.simulator.untilQueueEmpty();
    await office.untilJournalEmpty();
    const { received, shown, rejected, waiting } = await totals();
    expect(received).toBe(shown + rejected);
    expect(waiting).toBe(0);
  });
});
