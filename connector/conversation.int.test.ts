import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { waIdOf } from '#commands/message/wa-id.ts';
import type { Recorded } from '#eventstore/types.ts';
import type { Connector } from './connector.ts';
import { historyOf } from './testing/attendant.ts';
import { ANA, accepted, BOB, type Office, ofType, openOffice, PHONE } from './testing/office.ts';

describe('a conversation through WhatsApp', () => {
  let office: Office;
  let connector: Connector;

  beforeAll(async () => {
    office = await openOffice();
    await office.simulator.put(`/contacts/${ANA}/policy`, { read: true });
    connector = await office.startConnector();
    await office.pair();
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  const write = (from: string, body: object) => office.simulator.write(from, { to: PHONE, ...body });
  const receivedOnce = async (waId: string) => {
    const has = (count: number) => `${count} times message ${waId}`;
    const events = await office.until(has(1), all =>
      ofType(all, 'MessageReceived').some(event => event.data.waKey.id === waId),
    );
    const found = ofType(events, 'MessageReceived').filter(event => event.data.waKey.id === waId);
    expect(found).toHaveLength(1);
    const [message] = found;
    if (!message) throw new Error(has(0));
    return message;
  };
  const ticketOf = async (from: string) => (await receivedOnce(await write(from, { text: 'Oi' }))).data;
  const openTicket = async (from: string) => {
    const { ticketId } = await ticketOf(from);
    const userId = newId();
    const principal = {
      ...{ userId, companyId: office.companyId, profile: 'admin' as const, superAdmin: false },
      ...{ queueIds: [], name: 'Ana' },
    };
    const context = { ...office.bySystem(), actor: { kind: 'user' as const, id: userId }, principal };
    const queueId = newId();
    const fields = { name: `Fila ${queueId}`, greetingMessage: '', outOfHoursMessage: '' };
    const color = `#${queueId.slice(-6)}`;
    accepted(await office.commands.queue.create(office.bySystem(), { queueId, color, ...fields }));
    await office.commands.ticket.accept(context, { ticketId, queueId });
    return { ticketId, say: say(context, ticketId) };
  };
  const say =
    (context: ReturnType<Office['bySystem']>, ticketId: string) =>
    async (body: string, quotedMessageId: string | null = null) => {
      const messageId = newId();
      const command = { messageId, ticketId, body, quotedMessageId };
      accepted(await office.commands.message.queue({ ...context, commandId: newId() }, command));
      return messageId;
    };
  const happened = (type: 'MessageSent' | 'MessageDelivered' | 'MessageRead', messageId: string) =>
    office.until(`${type} of ${messageId}`, all =>
      ofType(all, type).some(event => event.data.messageId === messageId),
    );
  const shownAs = async (from: string, waId: string) =>
    (await office.simulator.shown(from, PHONE)).filter(message => message.id === waId);

  it('takes in what a contact writes, once, with who and when', async () => {
    const message = await receivedOnce(await write(ANA, { text: 'Vocês abrem hoje?' }));
    expect(message.data).toMatchObject({ body: 'Vocês abrem hoje?', mediaType: 'text', senderName: 'Ana' });
    expect(message.data.waKey).toMatchObject({ fromMe: false, remoteJid: '123456789012345@lid' });
    const events = await office.until('the contact', all => ofType(all, 'ContactCreated').length > 0);
    expect(ofType(events, 'ContactCreated')[0]?.data).toMatchObject({ number: ANA, lid: '123456789012345' });
  });

  it('brings an answer to the contact, once, and its ticks back', async () => {
    const { say } = await openTicket(ANA);
    const messageId = await say('Até as seis');
    await happened('MessageSent', messageId);
    await happened('MessageRead', messageId);
    expect(await shownAs(ANA, waIdOf(messageId))).toMatchObject([{ text: 'Até as seis', status: 'read' }]);
  });

  it('quotes both ways', async () => {
    const question = await receivedOnce(await write(BOB, { text: 'Quanto custa?' }));
    const { say } = await openTicket(BOB);
    const answer = await say('Dez', question.data.messageId);
    await happened('MessageSent', answer);
    expect(await shownAs(BOB, waIdOf(answer))).toMatchObject([{ quoted: question.data.waKey.id }]);
    const thanks = await receivedOnce(await write(BOB, { text: 'Obrigado', quoted: waIdOf(answer) }));
    expect(thanks.data.quotedMessageId).toBe(answer);
  });

  it('tells reactions, edits and revokes of the messages they mean', async () => {
    const waId = await write(ANA, { text: 'As nev' });
    const { messageId } = (await receivedOnce(waId)).data;
    await write(ANA, { reaction: { id: waId, emoji: '❤️' } });
    await write(ANA, { edit: { id: waId, text: 'Às nove' } });
    await write(ANA, { revoke: waId });
    const events = await office.until('revoke', all =>
      ofType(all, 'MessageDeleted').some(event => event.data.messageId === messageId),
    );
    expect(ofType(events, 'MessageReacted').at(-1)?.data).toMatchObject({ messageId, emoji: '❤️' });
    expect(ofType(events, 'MessageEdited').at(-1)?.data).toEqual({ messageId, body: 'Às nove' });
  });

  it('changes nothing of another contact, whose message has the same id', async () => {
    const waId = await write(ANA, { text: 'Minha' });
    const ofAna = (await receivedOnce(waId)).data.messageId;
    await write(BOB, { id: waId, text: 'De Bob' });
    await write(BOB, { edit: { id: waId, text: 'De Bob, mudada' } });
    await write(BOB, { reaction: { id: waId, emoji: '👍' } });
    await write(BOB, { revoke: waId });
    const meant = (all: readonly Recorded[]) =>
      ofType(all, 'MessageReceived').flatMap(({ data }) =>
        data.waKey.id === waId && data.messageId !== ofAna ? [data.messageId] : [],
      );
    const events = await office.until('the deletion', all =>
      ofType(all, 'MessageDeleted').some(({ data }) => meant(all).includes(data.messageId)),
    );
    const [ofBob = ''] = meant(events);
    expect(historyOf(events, ofBob)).toEqual([
      ...['MessageReceived', 'MessageEdited', 'MessageReacted', 'MessageDeleted'],
    ]);
    expect(historyOf(events, ofAna)).toEqual(['MessageReceived']);
  });

  it('copies what the owner writes on the phone itself', async () => {
    const { id } = await office.simulator.post<{ id: string }>(`/phones/${PHONE}/messages`, {
      to: ANA,
      text: 'Do celular',
    });
    const message = await receivedOnce(id);
    expect(message.data).toMatchObject({ body: 'Do celular', waKey: { fromMe: true }, senderName: null });
  });

  it('tells contacts that their messages were read when an attendant has read them', async () => {
    const waId = await write(BOB, { text: 'Alguém aí?' });
    const { ticketId } = (await receivedOnce(waId)).data;
    accepted(await office.commands.ticket.read(office.bySystem(), { ticketId }));
    const read = await office.simulator.untilShown(BOB, PHONE, all =>
      all.some(message => message.id === waId && message.status === 'read'),
    );
    expect(read.find(message => message.id === waId)?.status).toBe('read');
  });

  it('has the content of a damaged message once it comes again, whether or not it was shown before', async () => {
    await office.simulator.post('/faults', { corruptNext: 1 });
    const waId = await write(ANA, { text: 'Danificada' });
    const { messageId } = (await receivedOnce(waId)).data;
    await office.until('content', all =>
      [...ofType(all, 'MessageReceived'), ...ofType(all, 'MessageContentRecovered')].some(
        ({ data }) => data.messageId === messageId && data.body === 'Danificada',
      ),
    );
  });

  it('leaves groups out while the company ignores them', async () => {
    const choose = async (value: 'enabled' | 'disabled') => {
      const setting = { key: 'CheckMsgIsGroup', value };
      accepted(await office.commands.company.changeSetting(office.bySystem(), setting));
      await office.untilFollowed();
    };
    await choose('enabled');
    const group = await office.simulator.post<{ jid: string }>('/groups', {
      subject: 'VIP',
      members: [ANA, BOB, PHONE],
    });
    await office.simulator.write(ANA, { group: group.jid, text: 'Grupo fechado' });
    await office.simulator.untilQueueEmpty();
    await office.untilJournalEmpty();
    await choose('disabled');
    const waId = await office.simulator.write(ANA, { group: group.jid, text: 'Grupo aberto' });
    const message = await receivedOnce(waId);
    expect(message.data).toMatchObject({ body: 'Grupo aberto', senderName: 'Ana' });
    const events = await office.until('everything', () => true);
    expect(ofType(events, 'MessageReceived').some(event => event.data.body === 'Grupo fechado')).toBe(false);
  });

  it('sends again, under the same id, what was not acknowledged', async () => {
    const { say } = await openTicket(ANA);
    await office.simulator.post('/faults', { dropAcks: true, dropReceipts: true });
    const messageId = await say('Chegou?');
    await office.simulator.untilShown(ANA, PHONE, all => all.some(each => each.id === waIdOf(messageId)));
    await office.simulator.post('/faults', { dropAcks: false, dropReceipts: false, closeWith: 'cut' });
    await happened('MessageSent', messageId);
    expect(await shownAs(ANA, waIdOf(messageId))).toHaveLength(1);
  });

  it('says why WhatsApp refused a message', async () => {
    const { say } = await openTicket(ANA);
    await office.simulator.post('/faults', { ackError: '479' });
    const messageId = await say('Recusada');
    const events = await office.until('failure', all =>
      ofType(all, 'MessageFailed').some(event => event.data.messageId === messageId),
    );
    expect(ofType(events, 'MessageFailed').at(-1)?.data.reason).toBe('WhatsApp 479');
    await office.simulator.post('/faults', { ackError: null });
  });

  it('catches up after a drop, both ways', async () => {
    const { say } = await openTicket(ANA);
    await office.simulator.post('/faults', { closeWith: 'cut' });
    const messageId = await say('Enquanto caiu');
    const waId = await write(ANA, { text: 'Também caiu' });
    await happened('MessageSent', messageId);
    await receivedOnce(waId);
    expect(await shownAs(ANA, waIdOf(messageId))).toHaveLength(1);
  });
});
