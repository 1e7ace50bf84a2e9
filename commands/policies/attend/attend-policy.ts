import type { PoolClient } from 'pg';
import type { Recorded } from '#eventstore/types.ts';
import type { Policy } from '../follow-policy.ts';
import { policyNames } from '../names.ts';
import { answerContact } from './answer-contact.ts';
import { type AwaitedReplies, readAwaitedReplies } from './awaited-replies.ts';
import { giveToAuthor, giveToPeople } from './give-to-people.ts';
import { type PersonsWrote, readPersonsWrote } from './persons-wrote.ts';
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
  react: (client, events) => react(deps, client, events),
});

const react = async (deps: AttendDeps, client: PoolClient, events: readonly Recorded[]): Promise<void> => {
  const letters = events.flatMap(event => letterOf(event) ?? []);
  const replies = await readAwaitedReplies(client, events, letters);
  const persons = await readPersonsWrote(client, letters);
  const visit = createVisit(deps);
  const byTicket = Map.groupBy(letters, ({ ticketId }) => ticketId);
  await eachOf([...byTicket.values()], async ofTicket => {
    for (const letter of ofTicket) await takeIn(visit, { persons, replies }, letter);
  });
  await persons.write(client);
  await replies.write(client);
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

type Memory = { readonly persons: PersonsWrote; readonly replies: AwaitedReplies };

const takeIn = async (visit: Visit, { persons, replies }: Memory, letter: Letter): Promise<void> => {
  if (letter.from === 'person') {
    persons.note(letter);
    return giveToPeople(visit, letter);
  }
  const isOurs =
    letter.from === 'moved' && (await visit.attending.isFromMe(letter.companyId, letter.messageId));
  if (isOurs) return giveToPeople(visit, letter);
  const awaited = replies.answeredBy(letter);
  if (awaited && (await giveToAuthor(visit, letter, awaited))) return;
  return answerContact(visit, persons, letter);
};

/** A few at a time, and each to its end. */
const eachOf = async <Item>(items: Item[], run: (item: Item) => Promise<void>): Promise<void> => {
  const worker = async (): Promise<void> => {
    for (let item = items.shift(); item !== undefined; item = items.shift()) await run(item);
  };
  const done = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  const failed = done.find(each => each.status === 'rejected');
  if (failed) throw failed.reason;
};
