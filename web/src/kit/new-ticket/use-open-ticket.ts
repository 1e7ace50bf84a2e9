import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { openTicket } from '../../api/open-ticket.ts';
import { useUser } from '../../api/session-store.ts';
import { fetchTicket, ticketKey } from '../../api/ticket.ts';
import { applyTicket } from '../../live/apply-ticket.ts';
import { useLive } from '../../live/live-context.ts';
import { newCommandId } from '../../shared/command-id.ts';
import { type OpenRefusal, openRefusal } from '../other-ticket.ts';

type Wanted = {
  readonly contactId: string;
  readonly queueId: string | null;
  readonly connectionId: string | null;
};

/** Opens a ticket for who is signed in and goes there. */
export const useOpenTicket = (onDone: () => void) => {
  const { target } = useLive();
  const client = useQueryClient();
  const user = useUser();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<OpenRefusal>();
  const [isBusy, setBusy] = useState(false);
  const command = useRef({ wanted: '', id: '' });

  const open = async ({ contactId, queueId, connectionId }: Wanted): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    const body = { contactId, queueId, userId: user.id, status: 'open', whatsappId: connectionId } as const;
    // The same again after a lost answer is the same command; anything else is another.
    const wanted = JSON.stringify(body);
    if (command.current.wanted !== wanted) command.current = { wanted, id: newCommandId() };
    try {
      const { id, position } = await openTicket(body, command.current.id);
      const ticket = await fetchTicket(id, position);
      client.setQueryData(ticketKey(id), ticket);
      applyTicket(target, ticket);
      onDone();
      await navigate(`/tickets/${id}`);
    } catch (error) {
      command.current = { wanted: '', id: '' };
      setRefusal(openRefusal(error));
      setBusy(false);
    }
  };
  const goTo = (uuid: string): void => {
    onDone();
    void navigate(`/tickets/${uuid}`);
  };
  return { open, goTo, isBusy, refusal, forgive: () => setRefusal(undefined) };
};
