import type { ScheduledFile } from '#domain/schedule/events.ts';
import { latestMs } from '#domain/schedule/lifecycle.ts';
import { isLivingSchedule, type LivingSchedule } from '#domain/schedule/schedule.ts';
import { isRejection, type Rejection, reject } from '#domain/shared/decision.ts';
import { signed } from '#domain/shared/signature.ts';
import { openHistory } from '#domain/ticket/decide.ts';
import { isLiving } from '#domain/ticket/ticket.ts';
import { deriveId } from '#eventstore/event-id.ts';
import { shownContact } from '../contact/shown-contact.ts';
import { type CommandContext, stepOf } from '../context.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';
import { activeTicketKey, isAttendedIn } from '../ticket/active-ticket.ts';
import { onTicket } from '../ticket/on-ticket.ts';

/** A message that is to be sent now, and where. */
export type Delivery = {
  readonly messageId: string;
  readonly ticketId: string;
  readonly contactId: string;
  readonly body: string;
  readonly file: ScheduledFile | null;
};

type Input = { readonly scheduleId: string };
/** `refusal`: why that message cannot be sent. */
type Refused = { readonly messageId: string; readonly refusal: Rejection };

/**
 * What the newest try of a scheduled message is to send; undefined when there is none under way, or its message is
 * there. A try that nobody took up for an hour is refused with ERR_SCHEDULE_LATE. It stands in the contact's active
 * ticket, else in a closed one that is made for such messages.
 */
export const deliveryOf =
  (deps: CommandDeps) =>
  async (context: CommandContext, { scheduleId }: Input): Promise<Delivery | Refused | undefined> => {
    const { companyId, at } = context;
    const { schedule, message } = deps.states;
    const { state } = await schedule.fresh(schedule.stream(companyId, scheduleId));
    if (!isLivingSchedule(state) || state.status !== 'sending' || !state.attempt) return undefined;
    const { messageId, startedAt } = state.attempt;
    const { state: there } = await message.fresh(message.stream(companyId, messageId));
    if (there.status !== 'none') return undefined;
    if (Date.parse(at) - Date.parse(startedAt) > latestMs)
      return { messageId, refusal: reject('ERR_SCHEDULE_LATE') };
    const place = await placeOf(deps, context, state);
    if (isRejection(place)) return { messageId, refusal: place };
    return { messageId, ...place, body: await wordsOf(deps, companyId, state), file: state.plan.file };
  };

type Place = { readonly ticketId: string; readonly contactId: string };

const placeOf = async (
  deps: CommandDeps,
  context: CommandContext,
  { plan }: LivingSchedule,
): Promise<Rejection | Place> => {
  const { companyId } = context;
  const { connectionId } = plan;
  const { connection } = deps.states;
  const [{ contactId, folded }, over] = await Promise.all([
    shownContact(deps, companyId, plan.contactId),
    connection.fresh(connection.stream(companyId, connectionId)),
  ]);
  if (folded.state.status !== 'active') return reject('ERR_NO_CONTACT_FOUND');
  if (over.state.status !== 'active') return reject('ERR_NO_WAPP_FOUND');
  const active = await activeTicket(deps, companyId, { contactId, connectionId });
  return active ?? closedTicket(deps, context, { contactId, connectionId });
};

type Chat = { readonly contactId: string; readonly connectionId: string };

/** What a contact is attended in on a connection; undefined where nothing is active. */
export const activeTicket = async (
  deps: CommandDeps,
  companyId: string,
  chat: Chat,
): Promise<(Place & { readonly isAttended: boolean }) | undefined> => {
  const { ticket } = deps.states;
  const ticketId = await deps.claims.owner(companyId, activeTicketKey(chat));
  if (!ticketId) return undefined;
  const { state } = await ticket.fresh(ticket.stream(companyId, ticketId));
  if (!isLiving(state) || !(await isAttendedIn(deps, companyId, state, chat))) return undefined;
  return { ticketId, contactId: state.contactId, isAttended: state.status === 'open' };
};

const closedTickets = 5;

/** One for each contact and connection; the next where somebody deleted it. */
const closedTicket = async (
  deps: CommandDeps,
  context: CommandContext,
  chat: Chat,
): Promise<Rejection | Place> => {
  for (let turn = 0; turn < closedTickets; turn += 1) {
    const { companyId } = context;
    const ticketId = deriveId('scheduled-ticket', companyId, chat.connectionId, chat.contactId, String(turn));
    const command = { ticketId, ...chat, isGroup: false };
    const { outcome } = await handle(
      stepOf(context, 'ticket', ticketId),
      onTicket(deps, ticketId, 'ticket.open', ticket => openHistory(command, ticket)),
    );
    if (!isRejection(outcome)) return { ticketId, contactId: chat.contactId };
    if (outcome.rejected !== 'ERR_NO_TICKET_FOUND') return outcome;
  }
  return reject('ERR_CREATING_TICKET');
};

/** With the author's name above, where that is wanted and the author is there. */
const wordsOf = async (
  { states: { user } }: CommandDeps,
  companyId: string,
  { plan, userId }: LivingSchedule,
): Promise<string> => {
  if (!plan.signed || userId === null) return plan.body;
  const { state } = await user.fresh(user.stream(companyId, userId));
  return state.status === 'active' ? signed(plan.body, state.name) : plan.body;
};
