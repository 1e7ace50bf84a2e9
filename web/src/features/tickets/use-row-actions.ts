import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ChangeTicketBody } from '#contracts/http.ts';
import type { TicketView } from '#contracts/views.ts';
import { ApiError } from '../../api/api-error.ts';
import { changeTicket, fetchTicket } from '../../api/ticket.ts';
import { applyTicket } from '../../live/apply-ticket.ts';
import { useLive } from '../../live/live-context.ts';
import { newCommandId } from '../../shared/command-id.ts';
import { useUser } from '../session/session-store.ts';
import { refusalText } from './refusal-text.ts';

/** Accepts and closes tickets from their rows, one at a time; who accepts one goes there. */
export const useRowActions = () => {
  const { target, status: connection } = useLive();
  const user = useUser();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<{ readonly id: string; readonly what: 'accept' | 'close' } | null>(null);
  const [refusal, setRefusal] = useState<{ readonly text: string; readonly code: string } | null>(null);
  useEffect(() => {
    if (connection === 'live') setRefusal(known => (known?.code === 'ERR_NETWORK' ? null : known));
  }, [connection]);

  const change = useCallback(
    async (ticket: TicketView, body: ChangeTicketBody): Promise<boolean> => {
      setRefusal(null);
      const show = async (position?: number): Promise<TicketView> => {
        const shown = await fetchTicket(ticket.id, position);
        applyTicket(target, shown);
        return shown;
      };
      try {
        await show(await changeTicket(ticket.id, body, newCommandId()));
        return true;
      } catch (error) {
        const reason = await refusalText(error, show);
        const code = error instanceof ApiError ? error.code : '';
        setRefusal({ text: `${ticket.contact.name}: ${reason}`, code });
        return false;
      } finally {
        setBusy(null);
      }
    },
    [target],
  );
  const accept = useCallback(
    async (ticket: TicketView) => {
      setBusy({ id: ticket.id, what: 'accept' });
      const isMine = await change(ticket, { status: 'open', userId: user.id });
      if (isMine) await navigate(`/tickets/${ticket.uuid}`);
    },
    [change, user.id, navigate],
  );
  const close = useCallback(
    async (ticket: TicketView) => {
      setBusy({ id: ticket.id, what: 'close' });
      await change(ticket, { status: 'closed', justClose: true, userId: null });
    },
    [change],
  );
  const dismiss = useCallback(() => setRefusal(null), []);
  return { busy, refusal: refusal?.text ?? null, dismiss, accept, close };
};

export type RowActions = ReturnType<typeof useRowActions>;
