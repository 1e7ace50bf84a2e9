import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type PropsWithChildren, useEffect, useMemo } from 'react';
import type { MessageView } from '#contracts/views.ts';
import { ApiError } from '../../api/api-error.ts';
import { sendText } from '../../api/messages.ts';
import { applyMessage } from '../../live/apply-message.ts';
import { knownTicket } from '../../live/apply-ticket.ts';
import { backOffMs } from '../../live/back-off.ts';
import { useLive } from '../../live/live-context.ts';
import { useUser } from '../session/session-store.ts';
import { createOutbox, type OutboxItem } from './outbox.ts';
import { OutboxContext } from './use-outbox.ts';

/** One outbox for the whole page: it goes on sending when the conversation is left. */
export const OutboxProvider = ({ children }: PropsWithChildren) => {
  const client = useQueryClient();
  const user = useUser();
  const { status } = useLive();
  const outbox = useMemo(
    () =>
      createOutbox({
        storage: localStorage,
        storageKey: `outbox-${user.id}`,
        send: item => sendText(item.ticketId, { body: item.body, quotedMsg: item.quotedMsg }, item.commandId),
        onSent: (item, sent) => applyMessage(client, queuedMessage(client, item, sent.id)),
        failureOf: error => (error instanceof ApiError ? error.code : 'ERR_INTERNAL'),
        retryLater: (flush, tries) => void setTimeout(flush, backOffMs(tries, Math.random())),
      }),
    [client, user.id],
  );
  useEffect(() => {
    if (status === 'live') outbox.flush();
  }, [status, outbox]);
  return <OutboxContext value={outbox}>{children}</OutboxContext>;
};

/** What the server has taken, until the projected message comes: any position is newer than this one's. */
const queuedMessage = (client: QueryClient, item: OutboxItem, id: string): MessageView => ({
  id,
  ticketId: item.ticketId,
  contactId: knownTicket(client, item.ticketId)?.contactId ?? item.ticketId,
  body: item.body,
  fromMe: true,
  ack: 0,
  state: 'queued',
  failure: null,
  mediaType: 'text',
  mediaUrl: null,
  mediaName: null,
  media: null,
  quotedMsg: item.quoted ?? null,
  isDeleted: false,
  isEdited: false,
  changes: [],
  reactions: [],
  read: true,
  senderName: null,
  createdAt: item.at,
  position: 0,
});
