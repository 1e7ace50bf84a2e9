import type { MessageView } from '#contracts/views.ts';
import { inFlight } from '../bench/measure.ts';
import { persistently } from './persistently.ts';
import type { Scene } from './scene.ts';
import { companyNumber } from './scene.ts';
import type { Placed } from './screen-memory.ts';
import { type Chat, type Direction, messageIn } from './talk.ts';

/** The numbers of messages as they stand somewhere, each chat's in that place's order. */
export type Found = ReadonlyMap<Chat, Readonly<Record<Direction, readonly number[]>>>;
export type LogSays = {
  readonly found: Found;
  readonly placed: readonly Placed[];
  /** How often the log says of each answer that WhatsApp took it. */
  readonly sent: ReadonlyMap<number, number>;
  /** Answers that are on a phone: one whose acknowledgement was lost with its process is told as delivered alone. */
  readonly delivered: ReadonlySet<number>;
  readonly failed: readonly number[];
};

const emptyFor = (chats: readonly Chat[]) =>
  new Map(chats.map(chat => [chat, { in: [] as number[], out: [] as number[] }]));

/** Reads the whole log once more, from its start. */
export const askLog = async ({ store, chats }: Scene): Promise<LogSays> => {
  const found = emptyFor(chats);
  const byTicket = new Map(chats.map(chat => [chat.ticketId, chat]));
  const placed: Placed[] = [];
  const answers = new Map<string, number>();
  const sent = new Map<number, number>();
  const delivered = new Set<number>();
  const failed: number[] = [];
  const place = (body: string, ticketId: string, position: number) => {
    const known = messageIn(body);
    const chat = byTicket.get(ticketId);
    if (!known) return undefined;
    placed.push({ ...known, ticketId, position });
    if (chat) found.get(chat)?.[known.direction].push(known.n);
    return known.n;
  };
  const head = await store.head();
  const ending = new AbortController();
  for await (const batch of store.subscribe({
    categories: ['message'],
    maxBatch: 1000,
    signal: ending.signal,
  })) {
    for (const event of batch.events) {
      if (event.type === 'MessageReceived') place(event.data.body, event.data.ticketId, event.position);
      if (event.type === 'MessageQueued') {
        const n = place(event.data.body, event.data.ticketId, event.position);
        if (n !== undefined) answers.set(event.data.messageId, n);
      }
      const n = 'messageId' in event.data ? answers.get(event.data.messageId ?? '') : undefined;
      if (n === undefined) continue;
      if (event.type === 'MessageSent') sent.set(n, (sent.get(n) ?? 0) + 1);
      if (event.type === 'MessageDelivered') delivered.add(n);
      if (event.type === 'MessageFailed') failed.push(n);
    }
    if (batch.live || batch.position >= head) ending.abort();
  }
  return { found, placed, sent, delivered, failed };
};

/** Every conversation as an administrator's screen would load it, page by page; and what is not on the phone there. */
export const askReadModel = async ({
  admin,
  chats,
}: Scene): Promise<{ readonly found: Found; readonly undelivered: readonly number[] }> => {
  const found = emptyFor(chats);
  const undelivered: number[] = [];
  await inFlight(chats.length, 4, async index => {
    const chat = chats[index];
    if (!chat) return;
    const pages: (readonly MessageView[])[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const place: string = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      const answer = await persistently(() => admin.messages(chat.ticketId, place));
      if (answer.status !== 200) throw new Error(`the messages of ${chat.name} answered ${answer.status}`);
      pages.unshift(answer.body.messages);
      cursor = answer.body.nextCursor;
    }
    for (const message of pages.flat()) {
      const known = messageIn(message.body);
      if (!known) continue;
      found.get(chat)?.[known.direction].push(known.n);
      if (known.direction === 'out' && message.ack < 2) undelivered.push(known.n);
    }
  });
  return { found, undelivered };
};

export type PhoneSays = {
  readonly chat: Chat;
  readonly phone: string;
  readonly direction: Direction;
  readonly numbers: readonly number[];
};

/** What each phone of a chat shows in it: the company's answers, and what its own people wrote. */
export const askPhones = async ({ simulator, chats }: Scene): Promise<readonly PhoneSays[]> => {
  const answers: PhoneSays[] = [];
  const asked = chats.flatMap(chat => chat.people.map(phone => ({ chat, phone })));
  await inFlight(asked.length, 2, async index => {
    const one = asked[index];
    if (!one) return;
    const path = `/contacts/${one.phone}/messages?with=${one.chat.group ?? companyNumber}`;
    const shown = await persistently(() => simulator.get<readonly { readonly text: string }[]>(path));
    for (const direction of ['in', 'out'] as const) {
      const known = shown.flatMap(({ text }) => messageIn(text) ?? []);
      const numbers = known.filter(each => each.direction === direction).map(({ n }) => n);
      answers.push({ ...one, direction, numbers });
    }
  });
  return answers;
};

export type LedgerSays = {
  readonly received: number;
  readonly shown: number;
  readonly rejected: Readonly<Record<string, number>>;
  /** In the journal and not settled. */
  readonly waiting: number;
  /** Answers that are queued or on their way. */
  readonly toSend: number;
};

const ledger = `
  select coalesce(sum(received), 0)::int as received, coalesce(sum(shown), 0)::int as shown,
    (select coalesce(jsonb_object_agg(key, n), '{}') from (
      select key, sum(value::int) as n from connector.ledger l, jsonb_each_text(l.rejected)
      where l.connection_id = $1 group by key) each) as rejected,
    (select count(*)::int from connector.inbox_journal
      where account = $1 and not handled and problem is null) as waiting,
    (select count(*)::int from connector.outbox
      where connection_id = $1 and state in ('queued', 'sending')) as "toSend"
  from connector.ledger where connection_id = $1`;

/** The connector's own count of what came in, over all days. */
export const askLedger = async ({ pool, connectionId }: Scene): Promise<LedgerSays> => {
  const { rows } = await pool.query<LedgerSays>(ledger, [connectionId]);
  if (!rows[0]) throw new Error('the ledger did not answer');
  return rows[0];
};
