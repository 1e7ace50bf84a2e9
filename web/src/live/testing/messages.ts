import type { MessageView, TicketView } from '#contracts/views.ts';

const at = '2026-11-21T10:00:00.000Z';

/** A text of a contact, with what a test says of it. */
export const messageOf = (change: Partial<MessageView> & { readonly id: string }): MessageView => ({
  ...{
    ticketId: 't',
    contactId: 'c',
    contact: null,
    mediaPath: null,
    body: change.id,
    fromMe: false,
    ack: 0,
    state: 'received',
  },
  ...{ failure: null, mediaType: 'text', mediaUrl: null, mediaName: null, media: null, quotedMsg: null },
  ...{
    isDeleted: false,
    isEdited: false,
    changes: [],
    reactions: [],
    read: true,
    senderName: null,
    automatic: null,
  },
  ...{ createdAt: at, position: 1 },
  ...change,
});

/** The ticket of `messageOf`. */
export const ticketOf: TicketView = {
  ...{ id: 't', uuid: 't', number: 1, status: 'open', channel: 'whatsapp', queueId: null, queue: null },
  contactId: 'c',
  contact: { id: 'c', name: 'Carla', number: '5511', profilePicUrl: null, isGroup: false },
  ...{
    userId: null,
    user: null,
    whatsappId: 'w',
    whatsapp: null,
    isGroup: false,
    chatbot: false,
    menu: null,
    limited: false,
    tags: [],
  },
  ...{ lastMessage: '', lastMessageType: null, lastMessageFromMe: false, lastMessageAt: null },
  ...{ unreadMessages: 0, createdAt: at, updatedAt: at, activeAt: at, revision: 1, position: 1 },
};
