import { type Company, settingsOf } from '#domain/company/company.ts';
import { type CompanyTextKey, ourText } from '#domain/company/texts.ts';
import { queue as queueRecord } from '#domain/records/queue.ts';
import { isActive } from '#domain/ticket/lifecycle.ts';
import { askRating, endRating } from '#domain/ticket/rating.ts';
import { isLiving, type LivingTicket, type Ticket } from '#domain/ticket/ticket.ts';
import { shownContact } from '../contact/shown-contact.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';
import { activeTicketKey } from './active-ticket.ts';
import { lastClosing } from './last-closing.ts';
import { onTicket } from './on-ticket.ts';

type OfTicket = { readonly ticketId: string };

/** What is said to the contact of a ticket that has just been closed. */
export type Closing = {
  /** Of the event that closed it. */
  readonly closingId: string;
  /** ISO. */
  readonly closedAt: string;
  readonly contactId: string;
  /** In the queue's words, else the connection's; '' where neither has any. */
  readonly completion: string;
  /** The question to ask; undefined where none is to be asked. */
  readonly rating: string | undefined;
  readonly ratingIntervalHours: number;
  /** What is said when silence closed it; '' when nothing is. */
  readonly autoClose: string;
};

/** How a company speaks to the contact of a ticket by itself. */
export type Voice = {
  readonly contactId: string;
  /** The company's own words, else ours in its language. */
  readonly text: (key: CompanyTextKey) => string;
};

/** What follows a closing. */
export const closingCommands = (deps: CommandDeps) => ({
  /** What is said after the closing that a ticket stands closed by. */
  closing: closingOf(deps),

  /** Undefined for groups, and where there is no ticket. */
  voice: async (companyId: string, { ticketId }: OfTicket): Promise<Voice | undefined> => {
    const { ticket } = deps.states;
    const { state } = await ticket.fresh(ticket.stream(companyId, ticketId));
    if (!isLiving(state) || state.isGroup) return undefined;
    return { contactId: state.contactId, text: textsOf(await companyState(deps, companyId)) };
  },

  /** Opens the time in which the contact's answer counts, once after each closing; `until` while it is awaited. */
  askRating: async (
    context: CommandContext,
    input: OfTicket & { readonly askedAt: string },
  ): Promise<{ readonly outcome: Outcome; readonly until: string | undefined }> => {
    const decide = (ticket: Ticket) => askRating(input, ticket);
    const handling = onTicket(deps, input.ticketId, 'ticket.askRating', decide);
    const { outcome, state } = await handle(context, handling);
    const rating = isLiving(state) ? state.rating : undefined;
    return { outcome, until: rating?.status === 'asked' ? rating.until : undefined };
  },

  /** No answer counts any more. */
  endRating: async (context: CommandContext, { ticketId }: OfTicket): Promise<Outcome> => {
    const decide = (ticket: Ticket) => endRating({ ticketId }, ticket);
    return (await handle(context, onTicket(deps, ticketId, 'ticket.askRating', decide))).outcome;
  },
});

/** Undefined when the ticket is not closed any more, was closed without a word, or is a group's. */
const closingOf =
  (deps: CommandDeps) =>
  async (companyId: string, { ticketId }: OfTicket): Promise<Closing | undefined> => {
    const found = await spokenClosing(deps, companyId, ticketId);
    if (!found) return undefined;
    const { ticket, closingId, closedAt, isResolved } = found;
    const { contactId } = ticket;
    const [company, texts] = await Promise.all([
      companyState(deps, companyId),
      wordsOf(deps, companyId, ticket),
    ]);
    const values = settingsOf(company);
    const text = textsOf(company);
    const asks = isResolved && values.userRating === 'enabled' && isUnanswered(ticket);
    const isAsked = asks && (await isLastTicket(deps, companyId, { ticketId, ticket }));
    return {
      ...{ closingId, closedAt, contactId },
      completion: isResolved ? texts.completion : '',
      rating: isAsked ? texts.rating || ourText('rating', values.language) : undefined,
      ratingIntervalHours: Number(values.ratingIntervalHours),
      autoClose: !isResolved && values.autoCloseNotice === 'enabled' ? text('autoClose') : '',
    };
  };

/** Asked and not answered is asked by a run that broke off. */
const isUnanswered = ({ rating }: LivingTicket): boolean => rating === undefined || rating.status === 'asked';

type SpokenClosing = {
  readonly closingId: string;
  readonly closedAt: string;
  readonly ticket: LivingTicket;
  /** By somebody, not by silence. */
  readonly isResolved: boolean;
};

const spokenClosing = async (
  deps: CommandDeps,
  companyId: string,
  ticketId: string,
): Promise<SpokenClosing | undefined> => {
  const { ticket, closing } = await lastClosing(deps, companyId, ticketId);
  if (!closing || !isLiving(ticket) || ticket.status !== 'closed' || ticket.isGroup) return undefined;
  const { userId, justClose, reason } = closing.data;
  const isResolved = userId !== null && !justClose;
  if (!isResolved && reason !== 'auto-close') return undefined;
  return { closingId: closing.id, closedAt: closing.metadata.at, ticket, isResolved };
};

/** A contact who has begun another ticket is not asked about this one: what they write next belongs there. */
const isLastTicket = async (
  deps: CommandDeps,
  companyId: string,
  { ticketId, ticket }: { readonly ticketId: string; readonly ticket: LivingTicket },
): Promise<boolean> => {
  const { claims, states } = deps;
  const owner = await claims.owner(companyId, activeTicketKey(ticket));
  if (owner !== undefined && owner !== ticketId) return false;
  const { contactId } = await shownContact(deps, companyId, ticket.contactId);
  if (contactId === ticket.contactId) return true;
  // Who is merged is attended in the ticket of whom they are shown as; an ended one may be older than this.
  const shared = await claims.owner(companyId, activeTicketKey({ ...ticket, contactId }));
  if (shared === undefined || shared === ticketId) return true;
  return !isActive((await states.ticket.fresh(states.ticket.stream(companyId, shared))).state.status);
};

const companyState = async ({ states: { company } }: CommandDeps, companyId: string): Promise<Company> =>
  (await company.fresh(company.stream(companyId, companyId))).state;

const textsOf = (company: Company) => {
  const { language } = settingsOf(company);
  const own = company.status === 'active' ? company.texts : undefined;
  return (key: CompanyTextKey): string => own?.[key] || ourText(key, language);
};

/** Of its queue before its connection. */
const wordsOf = async (
  { states: { queue, connection } }: CommandDeps,
  companyId: string,
  { queueId, connectionId }: LivingTicket,
) => {
  const [ofQueue, ofConnection] = await Promise.all([
    queueId === null ? undefined : queue.fresh(queue.stream(companyId, queueId)),
    connection.fresh(connection.stream(companyId, connectionId)),
  ]);
  const first =
    ofQueue?.state.status === 'active' ? queueRecord.values.parse(ofQueue.state.values) : undefined;
  const { state } = ofConnection;
  const second = state.status === 'active' ? state.fields : undefined;
  return {
    completion: first?.complationMessage.trim() || second?.complationMessage.trim() || '',
    rating: first?.ratingMessage.trim() || second?.ratingMessage.trim() || '',
  };
};
