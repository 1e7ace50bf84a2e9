import type { MediaView, MessageView } from '#contracts/views.ts';
import { sentAs } from '#domain/shared/file-kinds.ts';
import type { OutboxFile, OutboxItem } from './outbox.ts';

/**
 * What is on its way as the message that it will be, until the projected message comes: any position is newer than
 * this one's. `address` shows its file.
 */
export const queuedMessage = (
  item: OutboxItem,
  { contactId, address = null }: { readonly contactId: string; readonly address?: string | null },
): MessageView => ({
  id: item.messageId,
  ticketId: item.ticketId,
  contactId,
  body: item.body,
  fromMe: true,
  ack: 0,
  state: 'queued',
  failure: null,
  ...shownFile(item, address),
  quotedMsg: item.quoted ?? null,
  isDeleted: false,
  isEdited: false,
  changes: [],
  reactions: [],
  read: true,
  senderName: null,
  automatic: null,
  createdAt: item.at,
  position: 0,
});

const shownFile = ({ file, linked }: OutboxItem, address: string | null) => {
  const known = file ?? (linked && { ...linked, ...unknownShape });
  return {
    mediaType: known ? sentAs(known.mime) : ('text' as const),
    mediaUrl: linked?.path ?? address,
    mediaName: known?.name ?? null,
    media: known ? mediaOf(known) : null,
  };
};

const unknownShape = { voice: false, seconds: null, width: null, height: null };

const mediaOf = ({ mime, size, seconds, width, height, voice }: OutboxFile): MediaView => ({
  ...{ state: 'stored', reason: null, mime, size, seconds, width, height, voice },
  ...{ sticker: false, thumbnailUrl: null },
});
