import { useState } from 'react';
import type { TicketView } from '#contracts/views.ts';
import { type OpenRefusal, openRefusal } from '../../../kit/other-ticket.ts';
import { ApiError } from '../../../shared/api-error.ts';
import { type Given, nothingGiven } from '../ticket-machine.ts';
import type { TicketActor } from '../use-ticket-actor.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { ReopenDialog } from './reopen-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

/** What each dialog of the open ticket is given: the machine says when it is busy, and why it was refused. */
export type TicketDialogProps = {
  readonly ticket: TicketView;
  readonly isBusy: boolean;
  readonly refusal: OpenRefusal | undefined;
  readonly onSubmit: (given?: Partial<Given>) => void;
  readonly onClose: () => void;
};

/** The dialog that the open ticket's machine is asking with. */
const TicketDialogs = ({ ticket, actor }: { ticket: TicketView; actor: TicketActor }) => {
  const { state, send } = actor;
  const { refusal } = state.context;
  const isBusy = state.hasTag('busy');
  // The answer to a wish may come as the ticket itself: what the dialog shows stays what was asked.
  const [asked] = useState(ticket);
  const props: TicketDialogProps = {
    ticket: asked,
    isBusy,
    refusal: refusal
      ? openRefusal(new ApiError({ status: 409, code: refusal.code, details: refusal.details }))
      : undefined,
    onSubmit: given => send({ type: 'dialog.submitted', given: { ...nothingGiven, ...given } }),
    onClose: () => {
      if (!isBusy) send({ type: 'dialog.dismissed' });
    },
  };
  if (state.matches('transfer')) return <TransferDialog {...props} />;
  if (state.matches('reopen')) return <ReopenDialog {...props} />;
  return <DeleteDialog {...props} />;
};
export default TicketDialogs;
