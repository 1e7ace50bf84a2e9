import { deflateSync } from 'node:zlib';
import { proto } from '@whiskeysockets/baileys';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Baileys, loadBaileys } from '../baileys.ts';
import { fetchHistory, isHistory } from './read-history.ts';

const { HistorySyncType } = proto.HistorySync;
const { Type } = proto.Message.ProtocolMessage;

const notification = (
  conversations: proto.IConversation[],
  syncType = HistorySyncType.RECENT,
): Uint8Array => {
  const chunk = proto.HistorySync.encode({ syncType, conversations }).finish();
  const historySyncNotification = {
    syncType: Number(syncType),
    initialHistBootstrapInlinePayload: deflateSync(chunk),
  };
  const protocolMessage = { type: Type.HISTORY_SYNC_NOTIFICATION, historySyncNotification };
  return proto.Message.encode({ protocolMessage }).finish();
};

const nowhere = () => Promise.reject(new Error('it was to be carried'));

const said = (id: string, at: number, more: Partial<proto.IWebMessageInfo> = {}) => ({
  message: {
    key: { remoteJid: '77@lid', id, fromMe: false },
    messageTimestamp: at,
    message: { conversation: id },
    ...more,
  },
});

describe('what a phone tells of older messages', () => {
  let baileys: Baileys;
  beforeAll(async () => {
    baileys = await loadBaileys();
  });
  const read = async (...given: Parameters<typeof notification>) =>
    (await fetchHistory(baileys, notification(...given), nowhere)).map(({ messages, ...chat }) => ({
      ...chat,
      said: messages().map(({ content }) => content.body),
    }));

  it('is read in the order it was written, within a second in the phone’s own', async () => {
    const messages = [said('d', 12), said('c', 11), said('b', 11), said('a', 10), said('e', 13)];
    const chat = { id: '77@lid', pnJid: '5511988887777:3@s.whatsapp.net', name: 'Ana', messages };
    expect(await read([chat])).toEqual([
      { jid: '77@lid', alt: '5511988887777@s.whatsapp.net', name: 'Ana', said: ['a', 'b', 'c', 'd', 'e'] },
    ]);
  });

  it('leaves out what is no message for people, and chats that are no conversations', async () => {
    const reaction = { reactionMessage: { key: { id: 'a' }, text: '👍' } };
    const messages = [said('a', 1), said('b', 2, { message: null }), said('c', 3, { message: reaction })];
    const chats = ['77@lid', 'status@broadcast', '1@newsletter'].map(id => ({ id, messages }));
    expect(await read(chats)).toMatchObject([{ jid: '77@lid', said: ['a'] }]);
  });

  it('names members of groups', async () => {
    const key = { remoteJid: '1@g.us', id: 'a', fromMe: false, participant: '88:2@lid' };
    const chat = { id: '1@g.us', name: 'Vizinhos', messages: [said('a', 1, { key, pushName: 'Bob' })] };
    const [group] = await fetchHistory(baileys, notification([chat]), nowhere);
    expect(group?.messages()[0]?.envelope).toMatchObject({ participant: '88@lid', pushName: 'Bob' });
  });

  it('is nothing where it only tells names, and refuses what is damaged', async () => {
    const chat = { id: '77@lid', messages: [said('a', 1)] };
    expect(await read([chat], HistorySyncType.PUSH_NAME)).toEqual([]);
    const broken = proto.Message.encode({
      protocolMessage: {
        type: Type.HISTORY_SYNC_NOTIFICATION,
        historySyncNotification: { initialHistBootstrapInlinePayload: Buffer.from('no'), syncType: 3 },
      },
    }).finish();
    await expect(fetchHistory(baileys, broken, nowhere)).rejects.toThrow();
  });

  it('is told from other messages', () => {
    expect(isHistory(baileys, notification([]))).toBe(true);
    expect(isHistory(baileys, proto.Message.encode({ conversation: 'Oi' }).finish())).toBe(false);
  });
});
