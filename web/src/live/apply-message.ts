import type { QueryClient } from '@tanstack/react-query';
import type { MessageView } from '#contracts/views.ts';
import { messagesKey } from '../api/messages.ts';
import { conversationRows, dropMessage, type MessagePages, putMessage } from './conversations.ts';

/** Shows a message in its conversation, and in no other: it may have moved there. */
export const applyMessage = (client: QueryClient, message: MessageView): void => {
  for (const [key, pages] of client.getQueriesData<MessagePages>({ queryKey: ['messages'] })) {
    if (!pages) continue;
    if (key[1] === message.ticketId) {
      client.setQueryData<MessagePages>(messagesKey(message.ticketId), putMessage(pages, message));
    } else if (
      conversationRows(pages).some(row => row.id === message.id && row.position < message.position)
    ) {
      client.setQueryData<MessagePages>(key, dropMessage(pages, message.id));
    }
  }
};
