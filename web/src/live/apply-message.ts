import type { QueryClient } from '@tanstack/react-query';
import type { MessageView } from '#contracts/views.ts';
import { hearMessage } from './conversation-loads.ts';
import { type Conversation, dropMessage, putMessage } from './conversations.ts';

/** Shows a message in its conversation, and in no other: it may have moved there. */
export const applyMessage = (client: QueryClient, message: MessageView, isNew = false): void => {
  hearMessage({ message, isNew });
  for (const [key, known] of client.getQueriesData<Conversation>({ queryKey: ['messages'] })) {
    if (!known) continue;
    if (key[1] === message.ticketId) {
      client.setQueryData<Conversation>(key, putMessage(known, { message, isNew }));
    } else if (known.messages.some(row => row.id === message.id && row.position < message.position)) {
      client.setQueryData<Conversation>(key, dropMessage(known, message.id));
    }
  }
};
