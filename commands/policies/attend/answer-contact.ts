import { type Attended, attend } from '#domain/menu/attend.ts';
import { type Closed, closedAt } from '#domain/menu/hours.ts';
import {
  type Choice,
  choicesAt,
  leaveMenu,
  type Menu,
  type MenuOutcome,
  type MenuStep,
} from '#domain/menu/menu.ts';
import { isForMachines, type LivingTicket, menuStepOf } from '#domain/ticket/ticket.ts';
import type { TicketNow } from '../../menu/attending.ts';
import type { Sent } from '../automatic/send-automatic.ts';
import type { AwaitedReplies } from './awaited-replies.ts';
import { giveToAuthor } from './give-to-people.ts';
import type { Letter } from './letter.ts';
import type { MenuPauses } from './menu-pause.ts';
import type { PersonsWrote } from './persons-wrote.ts';
import { idFrom, type Visit } from './visit.ts';

const top: MenuStep = { queueId: null, optionId: null, wrong: 0 };

/** What is remembered from one batch to the next. */
export type Memory = {
  readonly persons: PersonsWrote;
  readonly replies: AwaitedReplies;
  readonly pauses: MenuPauses;
};

/** What is answered, and in which ticket. */
type Answered = {
  readonly cause: { readonly id: string; readonly companyId: string };
  readonly ticketId: string;
  /** Whether a person has written to the contact shortly before. */
  readonly isRecent: (contactId: string) => Promise<boolean>;
};

/**
 * Answers what a contact wrote, once: texts have ids made of the message, and what follows of them is a command of
 * such an id. A text goes before the step that it belongs to, so that a crash between them doubles neither. A menu begins
 * when the contact pauses, and what was written before its list had gone out is no answer to it.
 */
export const answerContact = async (
  visit: Visit,
  { persons, replies, pauses }: Memory,
  letter: Letter,
): Promise<void> => {
  const { event, companyId, ticketId, words, cameAt } = letter;
  const { attending } = visit;
  const { ticket, isDone } = await attending.ticket(companyId, ticketId);
  if (isDone(idFrom(event.id))) return void (await replies.answeredBy(letter));
  if (!isForMachines(ticket) || (await giveToAuthor(visit, replies, letter, ticket))) return;
  const isAsked = menuStepOf(ticket) !== undefined;
  // Whether it answers anything is known when it can be read.
  if (isAsked ? words === undefined : cameAt !== undefined) return;
  const asked = isAsked ? await attending.askedAt(companyId, ticketId, cameAt ?? event.position) : undefined;
  if (isAsked && !asked) return;
  const { attended, reply } = await situated(visit, { cause: event, ticketId }, ticket, {
    answer: words ?? '',
    offered: asked?.offered,
  });
  if (attended.does === 'menu' && !isAsked) return pauses.begin(letter);
  const isRecent = (contactId: string) => persons.isRecent(contactId, event.position, visit.now());
  await follow(reply, attended, isRecent);
};

/** Begins the menu in a ticket as it is now, once for each cause; says that nobody is there where nobody is any more. */
export const beginWith = async (
  visit: Visit,
  { cause, ticketId, isRecent }: Answered,
  { ticket, isDone }: TicketNow,
): Promise<void> => {
  if (isDone(idFrom(cause.id)) || !isForMachines(ticket)) return;
  const { attended, reply } = await situated(visit, { cause, ticketId }, ticket, { answer: '' });
  await follow(reply, attended, isRecent);
};

const situated = async (
  visit: Visit,
  { cause, ticketId }: Pick<Answered, 'cause' | 'ticketId'>,
  ticket: LivingTicket,
  { answer, offered }: { readonly answer: string; readonly offered?: readonly Choice[] | undefined },
): Promise<{ readonly attended: Attended; readonly reply: Reply }> => {
  const { companyId } = cause;
  const { contactId, connectionId, queueId } = ticket;
  const { menu, language, attendance, placedIn } = await visit.office(companyId, connectionId, queueId);
  // Whom the menu is over for, or is asking, has no use for a queue of their own.
  const contactQueueId =
    ticket.menu && ticket.menu !== 'ahead'
      ? null
      : await visit.attending.contactQueueId(companyId, contactId);
  const now = visit.now();
  const closed = (queue: string | null): Closed | undefined => closedAt(attendance, queue, now);
  const situation = { ticket, menu, language, contactQueueId, placedIn, offered, closed };
  const reply = { visit, cause, ticketId, contactId, menu, from: queueId, step: menuStepOf(ticket) ?? top };
  return { attended: attend(situation, answer), reply };
};

const follow = async (reply: Reply, attended: Attended, isRecent: Answered['isRecent']): Promise<void> => {
  if (attended.does === 'menu') await followMenu(reply, attended.outcome);
  if (attended.does === 'notice') {
    if (!(await isRecent(reply.contactId))) await sendNotice(reply, attended.closed);
    if (attended.outcome) await goOn(reply, attended.outcome);
  }
};

type Reply = Pick<Answered, 'cause' | 'ticketId'> & {
  readonly visit: Visit;
  readonly contactId: string;
  readonly menu: Menu;
  /** The queue that the ticket is in. */
  readonly from: string | null;
  readonly step: MenuStep;
};

/** Once for a contact and a time when nobody is there, whatever they write, and on whichever connection. */
const sendNotice = (reply: Reply, { since, until, notice }: Closed): Promise<Sent> => {
  const period = since?.toISOString() ?? `until ${until?.toISOString() ?? 'ever'}`;
  const id = idFrom('out-of-hours', reply.contactId, period);
  return send(reply, id, 'out-of-hours', notice);
};

const followMenu = async (reply: Reply, outcome: MenuOutcome): Promise<void> => {
  const { cause, ticketId, menu, step } = reply;
  // A greeting alone leaves no step: it goes once for a ticket.
  const parts = isGreetingAlone(reply, outcome) ? ['greeting', ticketId] : [cause.id, 'text'];
  let messageId: string | undefined;
  for (const [index, { kind, body }] of outcome.texts.entries()) {
    messageId = idFrom(...parts, String(index));
    const sent = await send(reply, messageId, kind, body);
    if (sent === 'refused') return;
    if (sent === 'limited') return goOn(reply, leaveMenu(menu, outcome.step ?? step, 'too many texts'));
  }
  if (!isGreetingAlone(reply, outcome)) await goOn(reply, outcome, messageId);
};

const isGreetingAlone = ({ from }: Reply, { goesTo }: MenuOutcome): boolean =>
  goesTo?.reason === 'chosen' && goesTo.queueId === from;

const send = (
  { visit, cause, ticketId, contactId }: Reply,
  messageId: string,
  kind: 'greeting' | 'menu' | 'hint' | 'out-of-hours',
  body: string,
): Promise<Sent> =>
  visit.send(visit.context(cause, messageId), { messageId, ticketId, contactId, kind, body });

/** `messageId` asks what stands at the step. */
const goOn = async (
  { visit, cause, ticketId, menu }: Reply,
  { step, goesTo }: MenuOutcome,
  messageId?: string,
): Promise<void> => {
  const context = visit.context(cause, idFrom(cause.id));
  if (step) {
    const asked = messageId === undefined ? undefined : { messageId, offered: choicesAt(menu, step) };
    visit.done(await visit.ticket.stepMenu(context, { ticketId, step, asked }), ticketId);
  }
  if (goesTo) visit.done(await visit.ticket.leaveMenu(context, { ticketId, ...goesTo }), ticketId);
};
