import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { changeTicket, fetchTicket } from '../../api/ticket.ts';
import { ticketsQuery } from '../../api/tickets.ts';
import { applyTicket } from '../../live/apply-ticket.ts';
import { useLive } from '../../live/live-context.ts';
import { ticketRows } from '../../live/ticket-lists.ts';
import { newCommandId } from '../../shared/command-id.ts';
import { showDone, showRefused } from '../../shared/show-error.ts';
import { useUser } from '../session/session-store.ts';
import { refusalText } from '../tickets/refusal-text.ts';
import { useFilters } from '../tickets/use-filters.ts';

/** Accepts the first of the waiting tickets as the list shows them, and goes there. */
export const useAcceptNext = () => {
  const { t } = useTranslation();
  const { target } = useLive();
  const client = useQueryClient();
  const user = useUser();
  const navigate = useNavigate();
  const { showAll, queueIds } = useFilters();
  return async (): Promise<void> => {
    let ticketId: string | undefined;
    const show = async (position?: number) => {
      if (!ticketId) return undefined;
      const shown = await fetchTicket(ticketId, position);
      applyTicket(target, shown);
      return shown;
    };
    try {
      const waiting = await client.ensureInfiniteQueryData(
        ticketsQuery({ status: 'pending', showAll, queueIds }),
      );
      ticketId = ticketRows(waiting)[0]?.id;
      if (!ticketId) return showDone(t('palette.nobodyWaits'));
      await show(await changeTicket(ticketId, { status: 'open', userId: user.id }, newCommandId()));
      await navigate(`/tickets/${ticketId}`);
    } catch (error) {
      showRefused(await refusalText(error, show));
    }
  };
};
