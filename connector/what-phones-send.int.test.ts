import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waIdOf } from '#commands/message/wa-id.ts';
import type { Connector } from './connector.ts';
import { type Conversation, openAttendant } from './testing/attendant.ts';
import { ANA, BOB, type Office, ofType, openOffice, PHONE } from './testing/office.ts';

describe('what phones send beside plain words', () => {
  let office: Office;
  let connector: Connector;
  let ana: Conversation;

  beforeAll(async () => {
    office = await openOffice();
    connector = await office.startConnector();
    await office.pair();
    ana = await openAttendant(office).open({ number: ANA, name: 'Ana' });
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  const write = (body: object, from = ANA) => office.simulator.write(from, { to: PHONE, ...body });
  const received = async (waId: string) => {
    const events = await office.until(`message ${waId}`, all =>
      ofType(all, 'MessageReceived').some(event => event.data.waKey.id === waId),
    );
    const found = ofType(events, 'MessageReceived').find(event => event.data.waKey.id === waId);
    if (!found) throw new Error(waId);
    return found.data;
  };
  const events = async (type: 'MessageEdited' | 'MessageEditUnreadable', messageId: string) =>
    ofType(
      await office.until(`${type} of ${messageId}`, all =>
        ofType(all, type).some(({ data }) => data.messageId === messageId),
      ),
      type,
    )
      .map(({ data }) => data)
      .filter(data => data.messageId === messageId);

  it('is an edit that is sealed with the secret of its message', async () => {
    const waId = await write({ text: 'Às dez' });
    const { messageId } = await received(waId);
    await write({ sealedEdit: { id: waId, text: 'Às onze' } });
    expect(await events('MessageEdited', messageId)).toMatchObject([{ body: 'Às onze' }]);
    await write({ sealedEdit: { id: waId, text: 'Ao meio-dia' } });
    await office.until('the second edit', all =>
      ofType(all, 'MessageEdited').some(({ data }) => data.body === 'Ao meio-dia'),
    );
  });

  it('is an edit that only the phone can read, which is said at its message', async () => {
    const waId = await write({ text: 'Às dez' });
    const { messageId } = await received(waId);
    const secretEncryptedMessage = {
      ...{ targetMessageKey: { id: waId, fromMe: true }, secretEncType: 2 },
      ...{ encPayload: 'AA==', encIv: 'AA==' },
    };
    await write({ message: { secretEncryptedMessage } });
    expect(await events('MessageEditUnreadable', messageId)).toHaveLength(1);
  });

  it('is an edit of a message that is not here, which is shown as one of its own', async () => {
    const edit = { type: 14, key: { id: 'NEVER-SEEN', fromMe: true } };
    const waId = await write({
      message: { protocolMessage: { ...edit, editedMessage: { conversation: 'Mudei' } } },
    });
    expect(await received(waId)).toMatchObject({
      body: 'Mudei',
      parts: [{ kind: 'note', of: 'earlierEdit' }, { kind: 'words' }],
    });
  });

  it('is a message to a list of people, in the ticket of who wrote it', async () => {
    const { ticketId, contactId } = await received(await write({ text: 'Só para vocês' }));
    const waId = await write({ text: 'Para todos', broadcast: true });
    expect(await received(waId)).toMatchObject({ ticketId, contactId, body: 'Para todos' });
    await office.untilJournalEmpty();
    const { rows } = await office.pool.query<{ rejected: object }>('select rejected from connector.ledger');
    expect(rows.flatMap(({ rejected }) => Object.keys(rejected))).not.toContain('broadcast');
  });

  it('is a picture that nothing opens, which is waited for no longer', async () => {
    const waId = await write({
      message: { imageMessage: { mimetype: 'image/jpeg', url: 'https://mmg.whatsapp.net/a' } },
    });
    expect(await received(waId)).toMatchObject({ mediaType: 'image', mediaHint: { keyless: true } });
    const { rows } = await office.pool.query('select from connector.media_download where message_id = $1', [
      (await received(waId)).messageId,
    ]);
    expect(rows).toEqual([]);
  });

  it('quotes what is not here in the words that came along, and what is here by its id', async () => {
    const contextInfo = {
      ...{ stanzaId: 'NEVER-SEEN', participant: `${PHONE}@s.whatsapp.net` },
      quotedMessage: { conversation: 'Seu pedido 555 saiu' },
    };
    const unknown = await write({ message: { extendedTextMessage: { text: 'Sobre isto', contextInfo } } });
    expect(await received(unknown)).toMatchObject({
      body: 'Sobre isto',
      parts: [{ kind: 'quote', of: 'message', fromMe: true, text: 'Seu pedido 555 saiu' }, { kind: 'words' }],
    });
    const { messageId } = await received(unknown);
    await office.untilFollowed();
    const known = await received(await write({ text: 'E isto?', quoted: unknown }));
    expect(known).toMatchObject({ quotedMessageId: messageId, body: 'E isto?' });
    expect(known.parts).toBeUndefined();
  });

  it('names whom its words mention', async () => {
    await write({ text: 'Oi, sou o Bob' }, BOB);
    const contacts = await office.until('Bob', all =>
      ofType(all, 'ContactCreated').some(({ data }) => data.number === BOB),
    );
    const lid = ofType(contacts, 'ContactCreated').find(({ data }) => data.number === BOB)?.data.lid;
    const message = {
      extendedTextMessage: { text: `@${lid} confirma?`, contextInfo: { mentionedJid: [`${lid}@lid`] } },
    };
    expect(await received(await write({ message }))).toMatchObject({
      mentions: [{ token: lid, personId: null, me: false }],
    });
  });

  it('vanishes after the time of its chat, and what is answered with it', async () => {
    const timers = async (count: number) =>
      ofType(
        await office.until(`${count} timers`, all => ofType(all, 'ContactChatTimerSet').length >= count),
        'ContactChatTimerSet',
      ).map(({ data }) => data.seconds);
    const answer = async (words: string) => {
      await office.untilFollowed();
      const waId = waIdOf(await ana.say(words));
      await office.until(words, all => ofType(all, 'MessageSent').some(({ data }) => data.waKey.id === waId));
      const [shown] = (await office.simulator.shown(ANA, PHONE)).filter(({ id }) => id === waId);
      return shown?.vanishesIn;
    };
    expect(await answer('Fica')).toBeUndefined();
    await office.simulator.put(`/contacts/${ANA}/timer`, { with: PHONE, seconds: 604_800 });
    expect(await timers(1)).toEqual([604_800]);
    expect(await answer('Some em uma semana')).toBe(604_800);
    const expiration = { contextInfo: { expiration: 86_400 } };
    await received(await write({ message: { extendedTextMessage: { text: 'oi', ...expiration } } }));
    expect(await timers(2)).toEqual([604_800, 86_400]);
    expect(await answer('Some em um dia')).toBe(86_400);
    await office.simulator.put(`/phones/${PHONE}/timer`, { with: ANA, seconds: 0 });
    expect(await timers(3)).toEqual([604_800, 86_400, 0]);
    expect(await answer('Fica de novo')).toBeUndefined();
  });
});
