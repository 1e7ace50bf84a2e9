import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { openTicket } from '../../api/open-ticket.ts';
import { fetchTicket, ticketKey } from '../../api/ticket.ts';
import { applyTicket } from '../../live/apply-ticket.ts';
import { useLive } from '../../live/live-context.ts';
import { newCommandId } from '../../shared/command-id.ts';
import { errorText } from '../../shared/show-error.ts';
import { useUser } from '../session/session-store.ts';

export type OpenRefusal = {
  readonly text: string;
  /** The open ticket that this contact has already. */
  readonly other: { readonly uuid: string; readonly userName: string | null } | undefined;
};

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
      setRefusal({ text: errorText(error), other: otherTicket(error) });
      setBusy(false);
    }
  };
  const goTo = (uuid: string): void => {
    onDone();
    void navigate(`/tickets/${uuid}`);
  };
  return { open, goTo, isBusy, refusal, forgive: () => setRefusal(undefined) };
};

const otherTicket = (error: unknown): OpenRefusal['other'] => {
  if (!(error instanceof ApiError) || error.code !== 'ERR_OTHER_OPEN_TICKET') return undefined;
  const { uuid, userName } = error.details;
  if (typeof uuid !== 'string') return undefined;
  return { uuid, userName: typeof userName === 'string' ? userName : null };
};
