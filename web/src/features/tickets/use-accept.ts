import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import type { TicketView } from '#contracts/views.ts';
import { changeTicket, fetchTicket } from '../../api/ticket.ts';
import { applyTicket } from '../../live/apply-ticket.ts';
import { useLive } from '../../live/live-context.ts';
import { newCommandId } from '../../shared/command-id.ts';
import { useUser } from '../session/session-store.ts';
import { refusalText } from './refusal-text.ts';

/** Accepts tickets from their rows: one at a time, and the one who gets it goes there. */
export const useAccept = () => {
  const { target } = useLive();
  const user = useUser();
  const navigate = useNavigate();
  const [acceptingId, setAcceptingId] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  const accept = useCallback(
    async (ticket: TicketView) => {
      setAcceptingId(ticket.id);
      setRefusal(null);
      const show = async (position?: number): Promise<TicketView> => {
        const shown = await fetchTicket(ticket.id, position);
        applyTicket(target, shown);
        return shown;
      };
      try {
        const position = await changeTicket(ticket.id, { status: 'open', userId: user.id }, newCommandId());
        await show(position);
        await navigate(`/tickets/${ticket.uuid}`);
      } catch (error) {
        const reason = await refusalText(error, show);
        setRefusal(`${ticket.contact.name}: ${reason}`);
      } finally {
        setAcceptingId(null);
      }
    },
    [target, user.id, navigate],
  );
  const dismiss = useCallback(() => setRefusal(null), []);
  return { acceptingId, refusal, dismiss, accept };
};

export type Accept = ReturnType<typeof useAccept>;
