import { attend } from '#domain/menu/attend.ts';
import { type Closed, closedAt } from '#domain/menu/hours.ts';
import { leaveMenu, type Menu, type MenuOutcome, type MenuStep } from '#domain/menu/menu.ts';
import { isForMachines, menuStepOf } from '#domain/ticket/ticket.ts';
import type { Sent } from '../automatic/send-automatic.ts';
import type { AwaitedReplies } from './awaited-replies.ts';
import { giveToAuthor } from './give-to-people.ts';
import type { Letter } from './letter.ts';
import type { PersonsWrote } from './persons-wrote.ts';
import { idFrom, type Visit } from './visit.ts';

const top: MenuStep = { queueId: null, optionId: null, wrong: 0 };

/** What is remembered from one batch to the next. */
export type Memory = { readonly persons: PersonsWrote; readonly replies: AwaitedReplies };

/**
 * Answers what a contact wrote, once: texts have ids made of the message, and what follows of them is a command of
 * such an id. A text goes before the step that it belongs to, so that a crash between them doubles neither.
 */
export const answerContact = async (
  visit: Visit,
  { persons, replies }: Memory,
  letter: Letter,
): Promise<void> => {
  const { event, companyId, ticketId, words, cameAt } = letter;
  const { attending } = visit;
  const { ticket, isDone } = await attending.ticket(companyId, ticketId);
  if (isDone(idFrom(event.id))) return void (await replies.answeredBy(letter));
  if (!isForMachines(ticket) || (await giveToAuthor(visit, replies, letter, ticket))) return;
  const step = menuStepOf(ticket);
  // Whether it answers anything is known when it can be read.
  if (step && words === undefined) return;
  if (cameAt !== undefined && !(step && (await attending.isAskedAsAt(companyId, ticketId, cameAt)))) return;
  const { contactId, connectionId, queueId } = ticket;
  const { menu, language, attendance } = await visit.office(companyId, connectionId, queueId);
  // Whom the menu is over for, or is asking, has no use for a queue of their own.
  const contactQueueId =
    ticket.menu && ticket.menu !== 'ahead' ? null : await attending.contactQueueId(companyId, contactId);
  const now = visit.now();
  const closed = (queue: string | null): Closed | undefined => closedAt(attendance, queue, now);
  const attended = attend({ ticket, menu, language, contactQueueId, closed }, words ?? '');
  const told: Told = { visit, letter, contactId, menu, from: queueId, step: step ?? top };
  if (attended.does === 'menu') await followMenu(told, attended.outcome);
  if (attended.does === 'notice') {
    if (!(await persons.isRecent(contactId, event.position, now))) await sendNotice(told, attended.closed);
    if (attended.outcome) await goOn(told, attended.outcome);
  }
};

type Told = {
  readonly visit: Visit;
  readonly letter: Letter;
  readonly contactId: string;
  readonly menu: Menu;
  /** The queue that the ticket is in. */
  readonly from: string | null;
  readonly step: MenuStep;
};

/** Once for a contact and a time when nobody is there, whatever they write, and on whichever connection. */
const sendNotice = (told: Told, { since, until, notice }: Closed): Promise<Sent> => {
  const period = since?.toISOString() ?? `until ${until?.toISOString() ?? 'ever'}`;
  const id = idFrom('out-of-hours', told.contactId, period);
  return send(told, id, 'out-of-hours', notice);
};

const followMenu = async (told: Told, outcome: MenuOutcome): Promise<void> => {
  const { letter, menu, step } = told;
  // A greeting alone leaves no step: it goes once for a ticket.
  const cause = isGreetingAlone(told, outcome) ? ['greeting', letter.ticketId] : [letter.event.id, 'text'];
  for (const [index, { kind, body }] of outcome.texts.entries()) {
    const sent = await send(told, idFrom(...cause, String(index)), kind, body);
    if (sent === 'refused') return;
    if (sent === 'limited') return goOn(told, leaveMenu(menu, outcome.step ?? step, 'too many texts'));
  }
  if (!isGreetingAlone(told, outcome)) await goOn(told, outcome);
};

const isGreetingAlone = ({ from }: Told, { goesTo }: MenuOutcome): boolean =>
  goesTo?.reason === 'chosen' && goesTo.queueId === from;

const send = (
  { visit, letter, contactId }: Told,
  messageId: string,
  kind: 'greeting' | 'menu' | 'hint' | 'out-of-hours',
  body: string,
): Promise<Sent> => {
  const { event, ticketId } = letter;
  return visit.send(visit.context(event, messageId), { messageId, ticketId, contactId, kind, body });
};

const goOn = async ({ visit, letter }: Told, { step, goesTo }: MenuOutcome): Promise<void> => {
  const { event, ticketId } = letter;
  const context = visit.context(event, idFrom(event.id));
  if (step) visit.done(await visit.ticket.stepMenu(context, { ticketId, step }), ticketId);
  if (goesTo) visit.done(await visit.ticket.leaveMenu(context, { ticketId, ...goesTo }), ticketId);
};
