import type { PoolClient } from 'pg';
import type { Recorded } from '#eventstore/types.ts';
import { several } from '../../several.ts';
import type { Policy } from '../follow-policy.ts';
import { policyNames } from '../names.ts';
import { answerContact } from './answer-contact.ts';
import { giveToPeople } from './give-to-people.ts';
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
  const letters = events.flatMap(event => letterOf(event) ?? []);
  if (letters.length === 0) return;
  const persons = personsWrote(client);
  const visit = createVisit(deps);
  const byTicket = Map.groupBy(letters, ({ ticketId }) => ticketId);
  await several([...byTicket.values()], atOnce, async ofTicket => {
    for (const letter of ofTicket) await takeIn(visit, persons, letter);
  });
  await persons.write();
};

/** A message that matters to who attends. */
export type Letter = {
  readonly event: Recorded;
  readonly companyId: string;
  readonly messageId: string;
  readonly ticketId: string;
  /** Absent where only the message knows it. */
  readonly contactId?: string;
  readonly from: 'person' | 'contact' | 'moved';
  /** What was written; '' for media without words, undefined for what could not be read yet. */
  readonly words?: string | undefined;
};

/** What a phone tells of the past, calls, groups and what machines send matter to nobody here. */
const letterOf = (event: Recorded): Letter | undefined => {
  const { companyId } = event;
  if (event.type === 'MessageQueued') {
    const { messageId, ticketId, contactId, userId, automatic } = event.data;
    const isPersons = userId !== null && automatic === undefined;
    return isPersons ? { event, companyId, messageId, ticketId, contactId, from: 'person' } : undefined;
  }
  if (event.type === 'MessageMoved') return { event, companyId, ...event.data, from: 'moved' };
  if (event.type !== 'MessageReceived') return undefined;
  const { messageId, ticketId, contactId, waKey, history, mediaType, body } = event.data;
  if (history || mediaType === 'call_log') return undefined;
  const words = mediaType === 'unavailable' ? undefined : withWords.has(mediaType) ? body : '';
  const from = waKey.fromMe ? 'person' : 'contact';
  return { event, companyId, messageId, ticketId, contactId, from, words };
};

/** Of the others the body is a place, a card and the like. */
const withWords: ReadonlySet<string> = new Set(['text', 'image', 'video', 'application']);

const takeIn = async (visit: Visit, persons: PersonsWrote, letter: Letter): Promise<void> => {
  if (letter.from === 'person') persons.note(letter);
  // What is written in attended tickets and groups, which is most of it, costs nothing.
  if (visit.attending.isKnownSilent(letter.companyId, letter.ticketId)) return;
  if (letter.from === 'person') return giveToPeople(visit, letter);
  const isOurs =
    letter.from === 'moved' && (await visit.attending.isFromMe(letter.companyId, letter.messageId));
  return isOurs ? giveToPeople(visit, letter) : answerContact(visit, persons, letter);
};
