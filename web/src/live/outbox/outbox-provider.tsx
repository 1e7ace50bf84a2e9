import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type PropsWithChildren, useEffect, useMemo } from 'react';
import { sendText } from '../../api/messages.ts';
import { useUser } from '../../api/session-store.ts';
import { ApiError } from '../../shared/api-error.ts';
import { backOffMs } from '../../shared/back-off.ts';
import { useFirstUse } from '../../shared/first-use.ts';
import { applyMessage } from '../apply-message.ts';
import { knownTicket } from '../apply-ticket.ts';
import { useLive } from '../live-context.ts';
import { createOutbox, type OutboxItem, type Transfer } from './outbox.ts';
import { openOutboxStore } from './outbox-store.ts';
import { queuedMessage } from './queued-message.ts';
import { OutboxContext } from './use-outbox.ts';

/** One outbox for the whole page: it goes on sending when the conversation is left. */
export const OutboxProvider = ({ children }: PropsWithChildren) => {
  const client = useQueryClient();
  const user = useUser();
  const { status } = useLive();
  const used = useFirstUse();
  const outbox = useMemo(
    () =>
      createOutbox({
        store: openOutboxStore(localStorage, `outbox-${user.id}`, window),
        send: (item, transfer) => (item.file ? sendFile(item, transfer) : sendWords(item)),
        onSent: item => void showSent(client, item),
        onGone: item => void (item.file && loadFiles().then(files => files.forgetFile(item.commandId))),
        failureOf: error => (error instanceof ApiError ? error.code : 'ERR_INTERNAL'),
        retryLater: (flush, tries) => void setTimeout(flush, backOffMs(tries, Math.random())),
        waitUntil,
        alone: (name, run) => aloneInBrowser(`outbox-${user.id}-${name}`, run),
      }),
    [client, user.id],
  );
  useEffect(() => {
    outbox.open();
    return outbox.close;
  }, [outbox]);
  useEffect(() => {
    if (status === 'live') outbox.flush();
  }, [status, outbox]);
  useEffect(() => {
    if (used)
      void loadFiles().then(
        files => files.forgetOthers(isInSomeOutbox),
        () => undefined,
      );
  }, [used]);
  return <OutboxContext value={outbox}>{children}</OutboxContext>;
};

/** Whoever it is of: the next person at this computer must not lose what the last one has still to send. */
const isInSomeOutbox = (commandId: string): boolean =>
  Object.keys(localStorage).some(key => key.startsWith('outbox-') && key.endsWith(`.${commandId}`));

const loadFiles = () => import('./kept-files.ts');

const sendWords = ({ ticketId, body, quotedMsg, commandId, linked }: OutboxItem) =>
  sendText(
    ticketId,
    { body, quotedMsg, ...(linked && { mediaPath: linked.path, mediaName: linked.name }) },
    commandId,
  );

const sendFile = async (item: OutboxItem, transfer: Transfer) => {
  const sender = await import('./send-file.ts').catch(() => undefined);
  if (!sender) throw new ApiError({ status: 0, code: 'ERR_NETWORK' });
  return sender.sendKeptFile(item, transfer);
};

/** What the server has taken is shown as taken before it tells so. */
const showSent = async (client: QueryClient, item: OutboxItem): Promise<void> => {
  const contactId = knownTicket(client, item.ticketId)?.contactId ?? item.ticketId;
  if (!item.file) return applyMessage(client, queuedMessage(item, { contactId }));
  const address = (await loadFiles()).shownAddress(item.commandId) ?? null;
  applyMessage(client, queuedMessage(item, { contactId, address }));
};

const waitUntil = (time: string, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const wait = Date.parse(time) - Date.now();
    if (!(wait > 0) || signal.aborted) return resolve();
    const timer = setTimeout(resolve, wait);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const aloneInBrowser = async (name: string, run: () => Promise<void>): Promise<void> => {
  if (!('locks' in navigator)) return run();
  await navigator.locks.request(name, run);
};
