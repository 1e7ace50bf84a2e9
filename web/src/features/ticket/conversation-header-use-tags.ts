import { useCallback, useState } from 'react';
import type { TagRef } from '#contracts/tags.ts';
import type { TicketView } from '#contracts/views.ts';
import { syncTags } from '../../api/tags.ts';
import { fetchTicket } from '../../api/ticket.ts';
import { applyTicket } from '../../live/apply-ticket.ts';
import { useLive } from '../../live/live-context.ts';
import { showError } from '../../shared/show-error.ts';

export type Tags = ReturnType<typeof useTags>;

/** Puts tags on a ticket and takes them off, one at a time; a tag shows once the server has it. */
export const useTags = (ticket: TicketView) => {
  const { target } = useLive();
  const [isBusy, setBusy] = useState(false);
  const toggle = useCallback(
    async (tag: TagRef): Promise<void> => {
      const others = ticket.tags.filter(({ id }) => id !== tag.id).map(({ id }) => id);
      const isOn = others.length < ticket.tags.length;
      setBusy(true);
      try {
        const position = await syncTags(ticket.id, isOn ? others : [...others, tag.id]);
        applyTicket(target, await fetchTicket(ticket.id, position));
      } catch (error) {
        showError(error);
      } finally {
        setBusy(false);
      }
    },
    [target, ticket.id, ticket.tags],
  );
  return { isBusy, toggle };
};
