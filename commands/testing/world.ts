import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore } from '#eventstore/types.ts';
import { createCommands } from '../commands.ts';
import type { CommandContext, Outcome, Principal } from '../context.ts';
import { newId } from '../ids.ts';
import type { InboundMessage } from '../message/inbound-message.ts';

export const companyId = '01990000-0000-7000-8000-000000000001';
export const connectionId = '01990000-0000-7000-8000-000000000002';

/** A company over a store in memory, and the ways its people and machines give commands. */
export const createWorld = (store: EventStore = openMemoryStore()) => ({
  store,
  commands: createCommands({ store }),
});

/** Lets a process hear of everything in the log as it happens. Ends with the result, and what is heard until then. */
export const hearing = ({ store, commands }: ReturnType<typeof createWorld>): (() => Promise<void>) => {
  const ending = new AbortController();
  const heard = (async () => {
    const { signal } = ending;
    for await (const batch of store.subscribe({ maxBatch: 3, signal })) commands.hear(batch);
  })();
  return () => {
    ending.abort();
    return heard;
  };
};

const base = () => ({ companyId, commandId: newId(), at: '2026-11-21T12:00:00.000Z' });

export const bySystem = (): CommandContext => ({
  ...base(),
  actor: { kind: 'system' },
  principal: null,
});

export const byConnection = (): CommandContext => ({
  ...base(),
  actor: { kind: 'connection', id: connectionId },
  principal: null,
});

export const person = (profile: 'admin' | 'user', queueIds: readonly string[] = []): Principal => ({
  ...{ userId: newId(), companyId, profile, superAdmin: false, queueIds, name: 'Ana' },
});

export const by = (principal: Principal): CommandContext => ({
  ...base(),
  actor: { kind: 'user', id: principal.userId },
  principal,
});

let messageCount = 0;
export const inbound = (
  change: Partial<Omit<InboundMessage, 'chat'>> & { chat?: Partial<InboundMessage['chat']> } = {},
): InboundMessage => {
  messageCount += 1;
  const chat = { number: '5511987654321', lid: '77001', name: 'Clara', isGroup: false, ...change.chat };
  const remoteJid = chat.isGroup ? `${chat.number}@g.us` : `${chat.lid ?? chat.number}@lid`;
  return {
    connectionId,
    waKey: { id: `WA${messageCount}`, remoteJid, fromMe: false, participant: null },
    sentAt: '2026-11-21T12:00:00.000Z',
    body: 'Olá',
    mediaType: 'text',
    quotedMessageId: null,
    senderName: 'Clara',
    ...change,
    chat,
  };
};

/** What was answered, or an error when it was refused. */
export const accepted = (outcome: Outcome) => {
  if ('rejected' in outcome) throw new Error(`refused: ${JSON.stringify(outcome)}`);
  return outcome;
};

/** Every event in the store, in the log's order. */
export const allEvents = async (store: EventStore) => {
  const reading = new AbortController();
  const head = await store.head();
  const events = [];
  for await (const batch of store.subscribe({ maxBatch: 1000, signal: reading.signal })) {
    events.push(...batch.events);
    if (batch.position >= head) break;
  }
  reading.abort();
  return events;
};

export const eventsOfType = async (store: EventStore, type: string) =>
  (await allEvents(store)).filter(event => event.type === type);
