import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { TicketView } from '#contracts/views.ts';
import { useUser } from '../../api/session-store.ts';
import { refusalText } from '../../kit/refusal-text.ts';
import { acceptTicket, changeAndShow, showTicket } from '../../live/change-ticket.ts';
import { useLive } from '../../live/live-context.ts';
import { ApiError } from '../../shared/api-error.ts';

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

  const run = useCallback(
    async (ticket: TicketView, change: () => Promise<number>): Promise<boolean> => {
      setRefusal(null);
      try {
        await change();
        return true;
      } catch (error) {
        const reason = await refusalText(error, () => showTicket(target, ticket.id));
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
      const isMine = await run(ticket, () => acceptTicket(target, ticket, user.id));
      if (isMine) await navigate(`/tickets/${ticket.uuid}`);
    },
    [run, target, user.id, navigate],
  );
  const close = useCallback(
    async (ticket: TicketView) => {
      setBusy({ id: ticket.id, what: 'close' });
      await run(ticket, () =>
        changeAndShow(target, ticket.id, { status: 'closed', justClose: true, userId: null }),
      );
    },
    [run, target],
  );
  const dismiss = useCallback(() => setRefusal(null), []);
  return { busy, refusal: refusal?.text ?? null, dismiss, accept, close };
};

export type RowActions = ReturnType<typeof useRowActions>;
