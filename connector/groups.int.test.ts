import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector } from './connector.ts';
import { ANA, accepted, BOB, type Office, ofType, openOffice, PHONE } from './testing/office.ts';

describe('groups', () => {
  let office: Office;
  let connector: Connector;
  let jid: string;

  beforeAll(async () => {
    office = await openOffice();
    connector = await office.startConnector();
    await office.pair();
    const group = { subject: 'Vizinhos', members: [ANA, BOB, PHONE] };
    ({ jid } = await office.simulator.post<{ jid: string }>('/groups', group));
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  const write = (from: string, body: object) => office.simulator.write(from, { group: jid, ...body });
  const received = async (waId: string) => {
    const events = await office.until(`message ${waId}`, all =>
      ofType(all, 'MessageReceived').some(event => event.data.waKey.id === waId),
    );
    const found = ofType(events, 'MessageReceived').find(event => event.data.waKey.id === waId);
    if (!found) throw new Error(waId);
    return found;
  };

  it('have one ticket of status groups where the company has said nothing, under the group’s name, with who wrote each message', async () => {
    const fromAna = await received(await write(ANA, { text: 'Oi, todos' }));
    const fromBob = await received(await write(BOB, { text: 'Oi, Ana' }));
    expect(fromAna.data).toMatchObject({ senderName: 'Ana', body: 'Oi, todos' });
    expect(fromBob.data).toMatchObject({ senderName: 'Bob', ticketId: fromAna.data.ticketId });
    const writers = [fromAna, fromBob].map(event =>
      event.persons?.find(person => person !== event.data.contactId),
    );
    expect(new Set(writers).size).toBe(2);
    const events = await office.until('everything', () => true);
    expect(ofType(events, 'TicketOpened').map(event => event.data)).toMatchObject([
      { status: 'groups', isGroup: true, queueId: null, userId: null },
    ]);
    expect(ofType(events, 'ContactCreated').map(event => event.data)).toMatchObject([
      { name: 'Vizinhos', isGroup: true, number: jid.replace('@g.us', '') },
    ]);
  });

  it('are renamed when they are called something else', async () => {
    const change = { action: 'subject', by: ANA, subject: 'Condomínio' };
    await office.simulator.post(`/groups/${jid}/changes`, change);
    const events = await office.until('the name', all => ofType(all, 'ContactChanged').length > 0);
    expect(ofType(events, 'ContactChanged').map(event => event.data.name)).toEqual(['Condomínio']);
  });

  it('tell reactions, edits and deletions of their members apart', async () => {
    const waId = await write(ANA, { text: 'Reuniao' });
    const { messageId } = (await received(waId)).data;
    await write(BOB, { reaction: { id: waId, emoji: '👍' } });
    await write(ANA, { reaction: { id: waId, emoji: '🙏' } });
    await write(ANA, { edit: { id: waId, text: 'Reunião' } });
    await write(ANA, { revoke: waId });
    const events = await office.until('the deletion', all => ofType(all, 'MessageDeleted').length > 0);
    const reactions = ofType(events, 'MessageReacted').map(event => event.data);
    expect(reactions.map(each => each.emoji)).toEqual(['👍', '🙏']);
    expect(new Set(reactions.map(each => each.by)).size).toBe(2);
    expect(ofType(events, 'MessageEdited').map(event => event.data)).toEqual([
      { messageId, body: 'Reunião' },
    ]);
    expect(ofType(events, 'MessageDeleted').map(event => event.data)).toEqual([{ messageId }]);
  });

  it('are rejected with the reason where the company ignores them', async () => {
    const before = ofType(await office.until('everything', () => true), 'MessageReceived').length;
    const setting = { key: 'CheckMsgIsGroup', value: 'enabled' };
    accepted(await office.commands.company.changeSetting(office.bySystem(), setting));
    await office.untilFollowed();
    await write(ANA, { text: 'Alguém?' });
    const rejected = async () => {
      const { rows } = await office.pool.query('select rejected from connector.ledger');
      return rows[0]?.rejected?.group;
    };
    await expect.poll(rejected, { timeout: 20_000 }).toBe(1);
    const events = await office.until('everything', () => true);
    expect(ofType(events, 'MessageReceived')).toHaveLength(before);
  });
});
