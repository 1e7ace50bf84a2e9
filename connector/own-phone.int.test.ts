import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector } from './connector.ts';
import { ANA, type Office, ofType, openOffice, PHONE } from './testing/office.ts';

describe('what is written on the company’s own phone', () => {
  let office: Office;
  let connector: Connector;

  beforeAll(async () => {
    office = await openOffice();
    connector = await office.startConnector();
    await office.pair();
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  const onPhone = async (body: object) =>
    (await office.simulator.post<{ id: string }>(`/phones/${PHONE}/messages`, { to: ANA, ...body })).id;
  const received = async (waId: string) => {
    const events = await office.until(`message ${waId}`, all =>
      ofType(all, 'MessageReceived').some(event => event.data.waKey.id === waId),
    );
    const found = ofType(events, 'MessageReceived').find(event => event.data.waKey.id === waId);
    if (!found) throw new Error(waId);
    return found.data;
  };

  it('appears as sent by the company, in the contact’s one ticket, and is not unread', async () => {
    const theirs = await received(await office.simulator.write(ANA, { to: PHONE, text: 'Oi' }));
    const ours = await received(await onPhone({ text: 'Do celular' }));
    expect(ours).toMatchObject({ body: 'Do celular', waKey: { fromMe: true }, senderName: null });
    expect([ours.ticketId, ours.contactId]).toEqual([theirs.ticketId, theirs.contactId]);
    await office.untilFollowed();
    const { rows } = await office.pool.query(
      'select from_me, unread from connector.message order by from_me',
    );
    expect(rows).toEqual([
      { from_me: false, unread: true },
      { from_me: true, unread: false },
    ]);
  });

  it('may begin a conversation', async () => {
    const number = '5511966665555';
    await office.simulator.post('/contacts', { number, name: 'Caio' });
    const { contactId } = await received(await onPhone({ to: number, text: 'Olá, Caio' }));
    const events = await office.until('the contact', () => true);
    const made = ofType(events, 'ContactCreated').find(event => event.data.contactId === contactId);
    expect(made?.data.number).toBe(number);
  });

  it('changes, deletes and answers with reactions', async () => {
    const waId = await onPhone({ text: 'As nev' });
    const theirs = await office.simulator.write(ANA, { to: PHONE, text: 'Combinado' });
    const { messageId } = await received(waId);
    const answered = await received(theirs);
    await onPhone({ edit: { id: waId, text: 'Às nove' } });
    await onPhone({ reaction: { id: theirs, emoji: '👍' } });
    await onPhone({ revoke: waId });
    const events = await office.until('the deletion', all => ofType(all, 'MessageDeleted').length > 0);
    expect(ofType(events, 'MessageEdited')[0]?.data).toEqual({ messageId, body: 'Às nove' });
    expect(ofType(events, 'MessageDeleted')[0]?.data).toEqual({ messageId });
    const reaction = { messageId: answered.messageId, emoji: '👍', fromMe: true };
    expect(ofType(events, 'MessageReacted')[0]?.data).toMatchObject(reaction);
  });

  it('is reacted to and quoted by the contact', async () => {
    const waId = await onPhone({ text: 'Fechado?' });
    const { messageId } = await received(waId);
    await office.simulator.write(ANA, { to: PHONE, reaction: { id: waId, emoji: '🎉' } });
    const answer = await received(
      await office.simulator.write(ANA, { to: PHONE, text: 'Sim', quoted: waId }),
    );
    expect(answer.quotedMessageId).toBe(messageId);
    await office.until('the reaction', all =>
      ofType(all, 'MessageReacted').some(({ data }) => data.messageId === messageId && data.emoji === '🎉'),
    );
  });
});
