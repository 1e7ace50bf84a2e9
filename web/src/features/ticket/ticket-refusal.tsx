import { useEffect, useState } from 'react';
import type { TicketView } from '#contracts/views.ts';
import { fetchTicket } from '../../api/ticket.ts';
import { RefusalNotice } from '../../kit/refusal-notice.tsx';
import { refusalText } from '../../kit/refusal-text.ts';
import { ApiError } from '../../shared/api-error.ts';
import type { TicketActor } from './use-ticket-actor.ts';

type Props = { readonly ticket: TicketView; readonly actor: TicketActor };

/** Why the last intent was refused, under the buttons it was wanted with. A dialog that is open says it itself. */
export const TicketRefusal = ({ ticket, actor }: Props) => {
  const { refusal } = actor.state.context;
  const [text, setText] = useState<string>();
  useEffect(() => {
    setText(undefined);
    if (!refusal) return undefined;
    let current = true;
    const error = new ApiError({ status: 409, code: refusal.code, details: refusal.details });
    void refusalText(error, () => fetchTicket(ticket.id)).then(found => {
      if (current) setText(found);
    });
    return () => {
      current = false;
    };
  }, [refusal, ticket.id]);
  if (!refusal || !text || !actor.state.matches('idle')) return null;
  return <RefusalNotice text={text} onClose={() => actor.send({ type: 'refusal.dismissed' })} />;
};
