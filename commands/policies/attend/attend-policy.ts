import type { PoolClient } from 'pg';
import type { Recorded } from '#eventstore/types.ts';
import { several } from '../../several.ts';
import type { Policy } from '../follow-policy.ts';
import { policyNames } from '../names.ts';
import { answerContact, type Memory } from './answer-contact.ts';
import { awaitedReplies } from './awaited-replies.ts';
import { giveToPeople } from './give-to-people.ts';
import { type Letter, lateLetterOf, letterOf } from './letter.ts';
import { menuPauses } from './menu-pause.ts';
import { personsWrote } from './persons-wrote.ts';
import { type AttendDeps, createVisit, type Visit } from './visit.ts';

const name = policyNames.attend;
/** Tickets that are answered at once; each waits for the stores most of its time, and for the pool for a moment. */
const atOnce = 16;

/**
 * Attends whoever writes while no person does: greets, leads through the menu, and says when nobody is there. Silent
 * from the first word or acceptance of a person until the ticket is closed. The reply to a scheduled message opens a ticket
 * for its author, where they wanted that. Begins at the end of the log.
 */
export const attendPolicy = (deps: AttendDeps): Policy => ({
  name,
  categories: ['message', 'schedule'],
  beginsAtEnd: true,
  order: { groupOf: event => letterOf(event)?.ticketId },
  react: (client, events) => react(deps, client, events),
});

const react = async (deps: AttendDeps, client: PoolClient, events: readonly Recorded[]): Promise<void> => {
  const visit = createVisit(deps);
  const letters: Letter[] = [];
  for (const event of events) {
    const letter = letterOf(event) ?? (await lateLetterOf(visit, event));
    if (letter) letters.push(letter);
  }
  const { shownAs } = visit.attending;
  const replies = awaitedReplies({ pool: deps.pool, shownAs }, client, events);
  const persons = personsWrote(deps.pool, client, letters);
  const pauses = menuPauses(client, deps.menuPause);
  const byTicket = Map.groupBy(letters, ({ ticketId }) => ticketId);
  await several([...byTicket.values()], atOnce, async ofTicket => {
    for (const letter of ofTicket) await takeIn(visit, { persons, replies, pauses }, letter);
  });
  await persons.write();
  await replies.write();
  await pauses.write();
};

const takeIn = async (visit: Visit, memory: Memory, letter: Letter): Promise<void> => {
  // What is written in attended tickets and groups, which is most of it, costs nothing.
  if (visit.attending.isKnownSilent(letter.companyId, letter.ticketId)) return;
  if (letter.from === 'person') return giveToPeople(visit, letter);
  const isOurs =
    letter.from === 'moved' && (await visit.attending.isFromMe(letter.companyId, letter.messageId));
  if (isOurs) return giveToPeople(visit, letter);
  return answerContact(visit, memory, letter);
};
