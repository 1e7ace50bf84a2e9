import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { TicketView } from '#contracts/views.ts';
import { can } from '#domain/ticket/lifecycle.ts';
import { useUser } from '../../api/session-store.ts';
import { ticketsQuery } from '../../api/tickets.ts';
import { refusalText } from '../../kit/refusal-text.ts';
import { acceptTicket, showTicket } from '../../live/change-ticket.ts';
import { useLive } from '../../live/live-context.ts';
import { ticketRows } from '../../live/ticket-lists.ts';
import { useFilters } from '../../live/use-filters.ts';
import { showDone, showRefused } from '../../shared/show-error.ts';

/** Accepts the first of the waiting tickets as the list shows them, and goes there. */
export const useAcceptNext = () => {
  const { t } = useTranslation();
  const { target } = useLive();
  const client = useQueryClient();
  const user = useUser();
  const navigate = useNavigate();
  const { showAll, queueIds } = useFilters();
  return async (): Promise<void> => {
    let next: TicketView | undefined;
    try {
      const waiting = await client.ensureInfiniteQueryData(
        ticketsQuery({ status: 'pending', showAll, queueIds }),
      );
      next = ticketRows(waiting).find(({ status }) => can(status, 'accept'));
      if (!next) return showDone(t('palette.nobodyWaits'));
      await acceptTicket(target, next, user.id);
      await navigate(`/tickets/${next.uuid}`);
    } catch (error) {
      const { id } = next ?? {};
      showRefused(await refusalText(error, async () => (id ? showTicket(target, id) : undefined)));
    }
  };
};
