import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { messagesKey } from '../../api/messages.ts';
import { extendConversation, loadConversation } from '../../live/conversation-loads.ts';
import { type Conversation, withNewer, withOlder } from '../../live/conversations.ts';
import { ApiError } from '../../shared/api-error.ts';
import { showError } from '../../shared/show-error.ts';

/** The message that the reader is at; null at the end. It says what to load when a conversation is loaded anew. */
export type ReadingPlace = { current: string | null };

/**
 * A conversation, the part of it that is loaded, and how to have more: older and newer pages, or another part of it.
 * Only one page is on its way at a time.
 */
export const useConversation = (ticketId: string, place: ReadingPlace) => {
  const client = useQueryClient();
  const queryKey = messagesKey(ticketId);
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => loadPlace(ticketId, place, signal),
  });
  const isLoading = useRef(false);
  const [loading, setLoading] = useState<'older' | 'newer' | 'jump'>();

  const load = useCallback(
    async (what: 'older' | 'newer' | 'jump', run: () => Promise<void>): Promise<boolean> => {
      if (isLoading.current && what !== 'jump') return false;
      isLoading.current = true;
      setLoading(what);
      try {
        await run();
        return true;
      } catch (error) {
        if (what === 'jump') showError(error);
        return false;
      } finally {
        isLoading.current = false;
        setLoading(undefined);
      }
    },
    [],
  );

  const known = query.data;
  const loadOlder = useCallback(() => {
    const cursor = known?.olderCursor;
    if (!cursor) return;
    void load('older', () =>
      extendConversation(client, ticketId, {
        place: { cursor },
        extend: (now, page) => withOlder(now, page, cursor),
      }),
    );
  }, [known?.olderCursor, load, client, ticketId]);
  const loadNewer = useCallback(() => {
    const after = known?.newerCursor;
    if (!after) return;
    void load('newer', () =>
      extendConversation(client, ticketId, {
        place: { after },
        extend: (now, page) => withNewer(now, page, after),
      }),
    );
  }, [known?.newerCursor, load, client, ticketId]);

  /** Shows the part of the conversation with this message, or the newest one. False when it cannot be had. */
  const open = useCallback(
    (messageId: string | null) =>
      load('jump', async () => {
        await client.cancelQueries({ queryKey: messagesKey(ticketId) });
        const found = await loadConversation(ticketId, messageId ? { around: messageId } : {});
        client.setQueryData<Conversation>(messagesKey(ticketId), found);
      }),
    [load, client, ticketId],
  );

  return { query, loading, loadOlder, loadNewer, open };
};

/** A message that is not there any more is no reason to show nothing. */
const loadPlace = async (
  ticketId: string,
  place: ReadingPlace,
  signal: AbortSignal,
): Promise<Conversation> => {
  if (place.current) {
    const there = await loadConversation(ticketId, { around: place.current }, signal).catch(error => {
      if (error instanceof ApiError && error.code === 'ERR_NO_MESSAGE_FOUND') return undefined;
      throw error;
    });
    if (there) return there;
  }
  return loadConversation(ticketId, {}, signal);
};
