import fc from 'fast-check';
import type { AnyEvent } from '#domain/catalogue.ts';
import type { Actor } from '#domain/shared/event.ts';
import type { Category } from '#domain/shared/stream.ts';
import type { TicketEvent } from '#domain/ticket/events.ts';
import { type Ticket, ticketEntity } from '#domain/ticket/ticket.ts';
import type { Recorded } from '#eventstore/types.ts';
import { openInboxStory } from '../../testing/inbox-story.ts';
import { openStory } from '../../testing/story.ts';
import { ruleOf } from './story-hours.ts';

/** What may happen next, to one of a few tickets, by one of a few people, after some time. */
const verbs = [
  ...[
    'open',
    'open for a person',
    'group',
    'accept',
    'return',
    'transfer',
    'hand over',
    'resolve',
    'just close',
  ],
  ...[
    'time out',
    'reopen',
    'tag',
    'customer',
    'customer',
    'human',
    'human',
    'phone',
    'bot',
    'menu',
    'menu left',
  ],
  ...['delete', 'rate', 'history', 'erase', 'merge', 'remove user', 'remove queue', 'race'],
  ...['hours', 'open', 'open', 'undo', 'undo', 'old'],
] as const;
/** So long a closing can be taken back. */
const undoneWithinMs = 600_000;
const step = fc.record({
  verb: fc.constantFrom(...verbs),
  ticket: fc.nat(4),
  user: fc.nat(2),
  queue: fc.nat(1),
  /** Seconds: mostly minutes, sometimes a night; now and then the server's clock goes back. */
  after: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 1_800 }) },
    { weight: 2, arbitrary: fc.integer({ min: 3_600, max: 50_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -90, max: 0 }) },
  ),
});
export const steps = fc.array(step, { minLength: 80, maxLength: 200 });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A story that follows the rules of a ticket's life, beginning at a moment. */
export const storyOf = (all: readonly Step[], companyId: string, begin: string): readonly Recorded[] => {
  const tell = openStory();
  const words = openInboxStory(companyId, companyId, tell);
  const times: { readonly at: string; readonly actor: Actor }[] = [];
  let now = Date.parse(begin);
  const say = (category: Category, entity: string, event: AnyEvent, actor: Actor = { kind: 'system' }) => {
    times.push({ at: new Date(now).toISOString(), actor });
    return tell.tell(category, entity, event, companyId);
  };
  const id = words.id;
  const slots: { ticketId: string; state: Ticket; closedAt: number }[] = [];
  const madeQueues = new Set<string>();
  let count = 0;

  const user = (n: number) => id(`user ${n}`);
  const queue = (n: number) => id(`queue ${n}`);
  const contactOf = (slot: number) => id(`contact ${slot % 3}`);

  say('company', companyId, {
    type: 'CompanySettingChanged',
    data: { companyId, key: 'scheduleType', value: 'company' },
  });
  for (const { verb, ticket: slot, user: u, queue: q, after } of all) {
    now += after * 1_000;
    count += 1;
    const there = slots[slot];
    const person: Actor = { kind: 'user', id: user(u) };
    const connectionId = id(`connection ${slot % 2}`);
    const ofTicket = (event: TicketEvent, actor: Actor = person) => {
      const entity = event.data.ticketId;
      say('ticket', entity, event, actor);
      const state = ticketEntity.evolve(slots[slot]?.state ?? ticketEntity.initial, event);
      const closedAt = event.type === 'TicketClosed' ? now : (slots[slot]?.closedAt ?? now);
      slots[slot] = { ticketId: entity, state, closedAt };
    };
    const write = (ticketId: string, how: 'customer' | 'phone' | 'human' | 'bot' | 'history') => {
      const messageId = id(`message ${count}`);
      const place = { messageId, ticketId, contactId: contactOf(slot), connectionId };
      const text = { body: 'words', mediaType: 'text' as const, quotedMessageId: null };
      const sentAt = new Date(now - (how === 'history' ? 90 * 86_400_000 : 2_500)).toISOString();
      if (how === 'human' || how === 'bot') {
        const by = how === 'bot' ? { userId: null, automatic: 'greeting' as const } : { userId: user(u) };
        say('message', messageId, {
          type: 'MessageQueued',
          data: { ...place, ...text, ...by, sentAt, waId: 'x' },
        });
        return messageId;
      }
      const waKey = { id: 'x', remoteJid: 'x@s', fromMe: how === 'phone', participant: null };
      const history = how === 'history' ? { history: true } : {};
      say('message', messageId, {
        type: 'MessageReceived',
        data: { ...place, ...text, waKey, sentAt, senderName: null, ...history },
      });
      return messageId;
    };
    const open = (status: 'pending' | 'open' | 'groups' | 'closed', actor: Actor) => {
      const ticketId = id(`ticket ${count}`);
      slots[slot] = { ticketId, state: ticketEntity.initial, closedAt: now };
      const isGroup = status === 'groups';
      const userId = status === 'open' ? user(u) : null;
      const isNowhere = isGroup || status === 'closed' || (q === 0 && status === 'pending');
      const queueId = isNowhere ? null : queue(q);
      const data = { ticketId, contactId: contactOf(slot), connectionId, queueId, userId, status, isGroup };
      ofTicket({ type: 'TicketOpened', data }, actor);
      return ticketId;
    };
    const status = there?.state.status ?? 'none';
    const isOver = status === 'none' || status === 'closed' || status === 'deleted';
    const customer: Actor = { kind: 'connection', id: connectionId };
    if (verb === 'group') {
      if (isOver) open('groups', customer);
      continue;
    }
    if (verb === 'open' || verb === 'open for a person') {
      if (isOver) open(verb === 'open' ? 'pending' : 'open', verb === 'open' ? customer : person);
      continue;
    }
    if (verb === 'old') {
      if (isOver) write(open('closed', customer), 'history');
      continue;
    }
    if (verb === 'hours') {
      const [category, entity, event] = ruleOf(
        { slot, choice: u, variant: u + q + count, companyId, queueId: queue(q) },
        madeQueues,
      );
      say(category, entity, event);
      continue;
    }
    if (verb === 'remove user') {
      say('user', user(u), { type: 'UserRemoved', data: { userId: user(u) } });
      continue;
    }
    if (!there || status === 'deleted') continue;
    const { ticketId, state } = there;
    const active = status === 'pending' || status === 'open';
    const data = { ticketId };
    const close = (reason?: 'auto-close', userId: string | null = null) =>
      ofTicket(
        {
          type: 'TicketClosed',
          data: { ...data, userId, justClose: userId === null, ...(reason ? { reason } : {}) },
        },
        reason ? { kind: 'policy', name: 'auto-close' } : person,
      );
    /** The queue may be another meanwhile, and somebody else may have resolved it. */
    const undo = () => {
      const queueId = u === 2 ? queue(q) : ('queueId' in state && state.queueId) || queue(q);
      ofTicket({ type: 'TicketReopened', data: { ...data, queueId, connectionId, undoesClosing: true } });
      ofTicket({ type: 'TicketAccepted', data: { ...data, userId: user(u), queueId } });
    };
    if (verb === 'undo') {
      const isGroup = 'isGroup' in state && state.isGroup;
      if (active) close(undefined, user(u));
      now += 4_000;
      const closedAt = slots[slot]?.closedAt ?? 0;
      if (!isGroup && (active || (status === 'closed' && now - closedAt <= undoneWithinMs))) undo();
    } else if (verb === 'accept' && status === 'pending')
      ofTicket({ type: 'TicketAccepted', data: { ...data, userId: user(u), queueId: queue(q) } });
    else if (verb === 'return' && status === 'open')
      ofTicket({ type: 'TicketReturned', data: { ...data, reason: 'attendant' } });
    else if ((verb === 'transfer' || verb === 'hand over') && active) {
      const userId = verb === 'transfer' ? null : user(u);
      ofTicket({ type: 'TicketTransferred', data: { ...data, queueId: queue(q), userId, notes: null } });
    } else if (verb === 'remove queue' && active)
      ofTicket({
        type: 'TicketTransferred',
        data: { ...data, queueId: null, userId: null, notes: null, reason: 'queue-removed' },
      });
    else if (verb === 'resolve' && (active || status === 'groups')) close(undefined, user(u));
    else if (verb === 'just close' && active) close();
    else if (verb === 'time out' && status === 'open') close('auto-close');
    else if (verb === 'reopen' && status === 'closed')
      ofTicket({ type: 'TicketReopened', data: { ...data, queueId: queue(q), connectionId } });
    else if (verb === 'tag')
      ofTicket({
        type: 'TicketTagged',
        data: { ...data, tagIds: [[id('vip')], [id('vip'), id('new')], []][u] ?? [] },
      });
    else if (verb === 'menu' && status === 'pending' && 'menu' in state === false)
      ofTicket({ type: 'TicketMenuStepped', data: { ...data, queueId: null, optionId: null, wrong: 0 } });
    else if (verb === 'menu left' && status === 'pending')
      ofTicket({ type: 'TicketMenuLeft', data: { ...data, queueId: queue(q), reason: 'chosen' } });
    else if (verb === 'delete' && u === 0) ofTicket({ type: 'TicketDeleted', data });
    else if (verb === 'rate' && status === 'closed')
      ofTicket({
        type: 'TicketRated',
        data: {
          ...{
            ...data,
            userId: user(u),
            rating: ([1, 2, 3] as const)[u] ?? 3,
            messageId: id(`mark ${count}`),
          },
          ...{ ratedAt: new Date(now).toISOString(), reasonUntil: null },
        },
      });
    else if (verb === 'customer' || verb === 'phone' || verb === 'bot' || verb === 'human') {
      if (active || status === 'groups') write(ticketId, verb);
    } else if (verb === 'history') write(ticketId, 'history');
    else if (verb === 'erase' && u === 1)
      say('contact', contactOf(slot), {
        type: 'ContactErased',
        data: {
          contactId: contactOf(slot),
          persons: [contactOf(slot)],
          counts: { tickets: 1, messages: 1, notes: 0, media: 0 },
        },
      });
    else if (verb === 'merge')
      say('contact', contactOf(slot), {
        type: 'ContactMergedInto',
        data: { contactId: contactOf(slot), winnerId: contactOf(slot + 1) },
      });
    else if (verb === 'race' && status === 'closed' && !('isGroup' in state && state.isGroup)) {
      const messageId = write(ticketId, u === 2 ? 'phone' : 'customer');
      now += 1_000;
      const next = open('pending', customer);
      say('message', messageId, { type: 'MessageMoved', data: { messageId, ticketId: next } });
    }
  }
  return tell.events.map((event, index) => {
    const { at = begin, actor = { kind: 'system' } } = times[index] ?? {};
    return { ...event, metadata: { ...event.metadata, at, actor } };
  });
};
