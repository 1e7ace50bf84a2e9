import * as baileys from '@whiskeysockets/baileys';
import { type Content, readContent, type Said } from '#connector/inbound/content.ts';
import { shownBy } from '#connector/inbound/said.ts';
import type { MessageView } from '#contracts/views.ts';
import { messageEvents } from '#domain/message/events.ts';
import { messageTable } from '#projections/inbox/message-table.ts';
import { inbox } from '#projections/inbox/projection.ts';
import { pastMessageView } from '#projections/inbox/queries/past-messages.ts';
import { openMemoryTables } from '#projections/kit/memory.ts';
import { openStory } from '#projections/testing/story.ts';

/** As the connector reads a message that a phone has encrypted. */
export const contentOf = (message: object): Content =>
  readContent(baileys, baileys.proto.Message.encode(baileys.proto.Message.fromObject(message)).finish());

const ids = {
  messageId: '0198a000-0000-7000-8000-000000000001',
  ticketId: '0198a000-0000-7000-8000-000000000002',
  contactId: '0198a000-0000-7000-8000-000000000003',
  connectionId: '0198a000-0000-7000-8000-000000000004',
};

/** What the inbox knows of it, by way of the event that is stored: the quoted message is not there. */
export const viewOf = async (said: Said): Promise<MessageView> => {
  const nobody = { companyId: '', isMe: () => false, commands: { message: { memberOf: async () => null } } };
  const data = messageEvents.MessageReceived.parse({
    ...{ ...ids, body: said.body, mediaType: said.mediaType, quotedMessageId: null },
    ...(await shownBy(nobody, said, { isUnknown: true })),
    ...(said.hint ? { mediaHint: said.hint } : {}),
    ...{ waKey: { id: 'A', remoteJid: '1@lid', fromMe: false, participant: null }, senderName: null },
    sentAt: new Date().toISOString(),
  });
  const story = openStory();
  story.tell('message', ids.messageId, { type: 'MessageReceived', data });
  const tables = openMemoryTables(inbox);
  tables.apply(story.events);
  const row = tables.row(messageTable, ids.messageId);
  if (!row) throw new Error('the message is not in the inbox');
  return pastMessageView(row, { quoted: undefined, readPosition: 0, nameOfUser: () => null });
};

/** The screens are compiled for browsers: their types are not those of this file. */
const screen: string = '#web/src/testing/drawn-bubble.tsx';
const { drawnBubble } = (await import(screen)) as { drawnBubble: (message: MessageView) => string };

/** The bubble as a browser gets it. */
export const drawn = drawnBubble;
