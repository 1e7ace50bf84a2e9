import { isForMachines, menuStepOf, type Ticket } from '../ticket/ticket.ts';
import type { Closed } from './hours.ts';
import {
  answerMenu,
  beginMenu,
  type Choice,
  greetIn,
  type Menu,
  type MenuOutcome,
  type MenuQueue,
} from './menu.ts';
import type { Language } from './texts.ts';

/** What the machine that attends knows when a contact has written. */
export type Situation = {
  readonly ticket: Ticket;
  readonly menu: Menu;
  readonly language: Language;
  /** Where whoever wrote is always attended: no menu for them. */
  readonly contactQueueId: string | null;
  /** The queue that the ticket is in. */
  readonly placedIn?: Pick<MenuQueue, 'id' | 'greeting'> | undefined;
  /** The list that the contact was sent, where they are in the menu; without one it is the list of now. */
  readonly offered?: readonly Choice[] | undefined;
  /** Whether nobody is there for a queue now, or for any while none is chosen. */
  readonly closed: (queueId: string | null) => Closed | undefined;
};

/** What it does about it: says that nobody is there, or goes on in the menu, never both; or nothing. */
export type Attended =
  | { readonly does: 'nothing' }
  | { readonly does: 'notice'; readonly closed: Closed; readonly outcome?: MenuOutcome }
  | { readonly does: 'menu'; readonly outcome: MenuOutcome };

const nothing: Attended = { does: 'nothing' };

/**
 * A menu that has begun is gone through to its end, out of hours too; none begins then. Whoever chooses a queue where
 * nobody is gets that said instead of its greeting. Who has a queue of their own is greeted by it. `answer` is what was written, '' for media without words.
 */
export const attend = (situation: Situation, answer: string): Attended => {
  const { ticket, menu, language, closed, offered } = situation;
  if (!isForMachines(ticket)) return nothing;
  const step = menuStepOf(ticket);
  if (step) return inMenu(situation, answerMenu(menu, { ...step, offered }, answer, language));
  const isClosed = closed(ticket.queueId);
  if (isClosed) return { does: 'notice', closed: isClosed };
  if (ticket.menu === 'over') return nothing;
  if (situation.contactQueueId !== null) return greeted(situation, ticket.queueId);
  return hasMenu(situation, ticket.queueId) ? { does: 'menu', outcome: beginMenu(menu, language) } : nothing;
};

/** A contact with a queue of their own is asked nothing. */
const greeted = ({ contactQueueId, placedIn }: Situation, queueId: string | null): Attended => {
  if (!placedIn || placedIn.id !== contactQueueId || queueId !== contactQueueId) return nothing;
  const outcome = greetIn(placedIn);
  return outcome.texts.length > 0 ? { does: 'menu', outcome } : nothing;
};

const inMenu = ({ closed }: Situation, outcome: MenuOutcome): Attended => {
  const isClosed = outcome.goesTo ? closed(outcome.goesTo.queueId) : undefined;
  return isClosed ? { does: 'notice', closed: isClosed, outcome } : { does: 'menu', outcome };
};

/** A ticket that was put into one of several queues is asked nothing. */
const hasMenu = ({ menu }: Situation, queueId: string | null): boolean => {
  const [only, ...others] = menu.queues;
  return queueId === null || (others.length === 0 && only?.id === queueId);
};
