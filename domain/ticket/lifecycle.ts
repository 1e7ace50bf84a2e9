import type { ErrorCode } from '../shared/errors.ts';
import type { TicketStatus } from './events.ts';

/** What somebody may want of a ticket. */
export const intents = ['accept', 'return', 'resolve', 'reopen', 'transfer', 'delete', 'send'] as const;
export type Intent = (typeof intents)[number];

/** Where an intent leads: to one of these statuses, nowhere because it is already so, or it is refused. */
export type Transition =
  | { readonly kind: 'goes'; readonly to: readonly (TicketStatus | 'deleted')[] }
  | { readonly kind: 'stays' }
  | { readonly kind: 'refused'; readonly code: ErrorCode };

const to = (...statuses: readonly (TicketStatus | 'deleted')[]): Transition => ({
  kind: 'goes',
  to: statuses,
});
const stays: Transition = { kind: 'stays' };
const refused = (code: ErrorCode): Transition => ({ kind: 'refused', code });

/**
 * The one transition table of a ticket: deciders, buttons and the screen's machine all read it. Transfer
 * leads to open when an attendant is named, to pending otherwise. A ticket in status groups belongs to
 * everybody, so nobody takes, returns or transfers it. Specification, core, section 4.
 */
export const lifecycle: Readonly<Record<TicketStatus, Readonly<Record<Intent, Transition>>>> = {
  pending: {
    accept: to('open'),
    return: stays,
    resolve: to('closed'),
    reopen: refused('ERR_TICKET_NOT_CLOSED'),
    transfer: to('open', 'pending'),
    delete: to('deleted'),
    send: refused('ERR_TICKET_NOT_OPEN'),
  },
  open: {
    accept: refused('ERR_TICKET_ALREADY_ACCEPTED'),
    return: to('pending'),
    resolve: to('closed'),
    reopen: refused('ERR_TICKET_NOT_CLOSED'),
    transfer: to('open', 'pending'),
    delete: to('deleted'),
    send: to('open'),
  },
  groups: {
    accept: refused('ERR_CONFLICT'),
    return: refused('ERR_TICKET_NOT_OPEN'),
    resolve: to('closed'),
    reopen: refused('ERR_TICKET_NOT_CLOSED'),
    transfer: refused('ERR_TICKET_NOT_OPEN'),
    delete: to('deleted'),
    send: to('groups'),
  },
  closed: {
    accept: refused('ERR_TICKET_CLOSED'),
    return: refused('ERR_TICKET_CLOSED'),
    resolve: stays,
    reopen: to('pending'),
    transfer: refused('ERR_TICKET_CLOSED'),
    delete: to('deleted'),
    send: refused('ERR_TICKET_CLOSED'),
  },
};

/** Whether an intent leads anywhere from a status: what a button asks before it shows. */
export const can = (status: TicketStatus, intent: Intent): boolean =>
  lifecycle[status][intent].kind === 'goes';

/** Whether a ticket in this status is the one its contact's next message belongs to. */
export const isActive = (status: TicketStatus | 'none' | 'deleted'): boolean =>
  status === 'pending' || status === 'open' || status === 'groups';
