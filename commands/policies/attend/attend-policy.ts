import type { PoolClient } from 'pg';
import type { Recorded } from '#eventstore/types.ts';
import { several } from '../../several.ts';
import type { Policy } from '../follow-policy.ts';
import { policyNames } from '../names.ts';
import { answerContact } from './answer-contact.ts';
import { giveToPeople } from './give-to-people.ts';
import { type Letter, lateLetterOf, letterOf } from './letter.ts';
import { type PersonsWrote, personsWrote } from './persons-wrote.ts';
import { type AttendDeps, createVisit, type Visit } from './visit.ts';

const name = policyNames.attend;
/** Tickets that are answered at once; each waits for the stores most of its time, and for the pool for a moment. */
const atOnce = 16;

/**
 * Attends whoever writes while no person does: greets, leads through the menu, and says when nobody is there. Silent
 * from the first word or acceptance of a person until the ticket is closed. Begins at the end of the log.
 */
export const attendPolicy = (deps: AttendDeps): Policy => ({
  name,
  categories: ['message'],
  beginsAtEnd: true,
  react: (client, events) => react(deps, client, events),
});

const react = async (deps: AttendDeps, client: PoolClient, events: readonly Recorded[]): Promise<void> => {
  const visit = createVisit(deps);
  const letters: Letter[] = [];
  for (const event of events) {
    const letter = letterOf(event) ?? (await lateLetterOf(visit, event));
    if (letter) letters.push(letter);
  }
  if (letters.length === 0) return;
  const persons = personsWrote(client);
  const byTicket = Map.groupBy(letters, ({ ticketId }) => ticketId);
  await several([...byTicket.values()], atOnce, async ofTicket => {
    for (const letter of ofTicket) await takeIn(visit, persons, letter);
  });
  await persons.write();
};

const takeIn = async (visit: Visit, persons: PersonsWrote, letter: Letter): Promise<void> => {
  if (letter.from === 'person') persons.note(letter);
  // What is written in attended tickets and groups, which is most of it, costs nothing.
  if (visit.attending.isKnownSilent(letter.companyId, letter.ticketId)) return;
  if (letter.from === 'person') return giveToPeople(visit, letter);
  const isOurs =
    letter.from === 'moved' && (await visit.attending.isFromMe(letter.companyId, letter.messageId));
  return isOurs ? giveToPeople(visit, letter) : answerContact(visit, persons, letter);
};
