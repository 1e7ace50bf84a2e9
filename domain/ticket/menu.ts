import type { Choice, MenuStep } from '../menu/menu.ts';
import { type Decision, nothing, reject } from '../shared/decision.ts';
import type { TicketEvent } from './events.ts';
import type { LeavingReason } from './leaving-reasons.ts';
import { isForMachines, isLiving, menuStepOf, type Ticket } from './ticket.ts';

type Decided = Decision<TicketEvent>;
type OfTicket = { readonly ticketId: string };

export type StepMenu = OfTicket & {
  readonly step: MenuStep;
  /** What its contact was sent to choose from, and in which message. */
  readonly asked?: { readonly messageId: string; readonly offered: readonly Choice[] } | undefined;
};

/** Its contact stands there now; nothing once somebody has the ticket, or the menu is over. */
export const stepMenu = ({ ticketId, step, asked }: StepMenu, ticket: Ticket): Decided => {
  if (!isLiving(ticket)) return reject('ERR_NO_TICKET_FOUND');
  if (!isForMachines(ticket) || ticket.menu === 'over') return nothing;
  const list = asked && { messageId: asked.messageId, offered: [...asked.offered] };
  return [{ type: 'TicketMenuStepped', data: { ticketId, ...step, ...list } }];
};

export type LeaveMenu = OfTicket & {
  readonly queueId: string | null;
  readonly reason: LeavingReason;
  /** Only from this step, or null: only where the menu has not begun. Left out: from wherever it is. */
  readonly from?: MenuStep | null | undefined;
};

/** Out of the menu, and never into it again; nothing where somebody has the ticket or it is out of it. */
export const leaveMenu = ({ ticketId, queueId, reason, from }: LeaveMenu, ticket: Ticket): Decided => {
  if (!isLiving(ticket)) return reject('ERR_NO_TICKET_FOUND');
  if (!isForMachines(ticket)) return nothing;
  if (ticket.menu === 'over' && reason !== 'answered') return nothing;
  if (from !== undefined && !sameStep(menuStepOf(ticket) ?? null, from)) return nothing;
  return [{ type: 'TicketMenuLeft', data: { ticketId, queueId, reason } }];
};

const sameStep = (one: MenuStep | null, other: MenuStep | null): boolean =>
  one?.queueId === other?.queueId && one?.optionId === other?.optionId && one?.wrong === other?.wrong;
