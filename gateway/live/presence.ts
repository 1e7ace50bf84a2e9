import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { newId } from '#commands/ids.ts';
import { companyEvent } from '#contracts/live.ts';
import type { TicketView } from '#contracts/views.ts';
import { canSee } from '#domain/ticket/visibility.ts';
import { contactsOfTickets, ticketsByIds } from '#projections/inbox/queries/tickets.ts';
import type { Positions } from '#projections/position.ts';
import type { Tenants } from '#projections/tenant.ts';
import type { Callers } from '../auth/callers.ts';
import type { Metrics } from '../http/metrics.ts';
import { encodeFrame, type LiveConnection } from './connection.ts';
import { createPhoneWishes, type LookedAt } from './phone-wishes.ts';
import { createPresenceBoard, mostViewers, type Present, typingMs } from './presence-board.ts';
import { packed, presenceChannel, readContactPresence, readPresence } from './presence-notice.ts';

export type PresenceDeps = {
  readonly pool: Pool;
  readonly tenants: Tenants;
  readonly positions: Positions;
  readonly callers: Pick<Callers, 'user'>;
  readonly metrics: Pick<Metrics, 'frames'>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

type Open = LookedAt & { readonly ticket: TicketView };

/** What happens within this is shown and notified together. */
const togetherMs = 50;
const sweepEveryMs = 500;
/** Several times within what the others wait before they forget. */
const tellAgainEveryMs = 10_000;
const connectorChannel = 'connector_wake';

const keyOf = (companyId: string, ticketId: string) => `${companyId}/${ticketId}`;

/**
 * Who has which ticket open and who of them writes, across all gateways, and what its contact does; sent to those
 * who have it open and may see it now. A person counts once, however many pages they have, and is not sent
 * themselves. Nothing is stored: gateways notify each other by notifications, and what is not said again is forgotten.
 */
export const createPresence = (deps: PresenceDeps) => {
  const { pool, tenants, positions, callers, metrics, log } = deps;
  const gateway = newId();
  const board = createPresenceBoard<LiveConnection>();
  const phones = createPhoneWishes();
  const touched = new Set<string>();
  const toTellAgain = new Set<string>();
  const announced = new Map<string, string>();
  const shown = new WeakMap<LiveConnection, Map<string, string>>();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let closed = false;

  const touch = (keys: Iterable<string>, again = false) => {
    for (const key of keys) {
      touched.add(key);
      if (again) toTellAgain.add(key);
    }
    if (touched.size === 0 || timer || working || closed) return;
    timer = setTimeout(() => {
      timer = undefined;
      working = work()
        .catch(error => log.warn({ err: error }, 'who is present could not be notified'))
        .finally(() => {
          working = undefined;
          touch([]);
        });
    }, togetherMs);
  };

  const work = async () => {
    const keys = [...touched];
    const again = new Set(toTellAgain);
    touched.clear();
    toTellAgain.clear();
    const tickets = await ticketsOf(keys.filter(board.isOpen));
    const notified: string[] = [];
    for (const key of keys) {
      const own = await show(key, tickets.get(key));
      const text = JSON.stringify([key, [...own].map(([id, typing]) => [id, typing ? 1 : 0])]);
      const was = announced.get(key);
      if (own.size === 0) announced.delete(key);
      else announced.set(key, text);
      if (own.size === 0 ? was !== undefined : was !== text || again.has(key)) notified.push(text);
    }
    const notices = packed(notified, { before: `{"g":"${gateway}","tickets":[`, after: ']}' });
    await notify(notices.map(text => [presenceChannel, text]));
    await notify(phones.take().map(text => [connectorChannel, text]));
  };

  const ticketsOf = async (keys: readonly string[]): Promise<ReadonlyMap<string, Open>> => {
    const found = new Map<string, Open>();
    for (const [companyId, ids] of Map.groupBy(keys, key => key.slice(0, key.indexOf('/')))) {
      const ticketIds = ids.map(key => key.slice(key.indexOf('/') + 1));
      const [tickets, contacts] = await tenants.read(companyId, db =>
        Promise.all([ticketsByIds(db, ticketIds), contactsOfTickets(db, ticketIds)]),
      );
      for (const ticket of tickets) {
        const writtenTo = contacts.get(ticket.id) ?? ticket.contactId;
        found.set(keyOf(companyId, ticket.id), { ticket, writtenTo });
      }
    }
    return found;
  };

  /** Shows a ticket's presence to those here who may see it. Answers who they are and whether they write. */
  const show = async (key: string, open: Open | undefined): Promise<Present> => {
    const now = performance.now();
    const ticket = open?.ticket;
    const seats = ticket ? [...board.seats(key)].filter(([{ viewer }]) => canSee(viewer, ticket)) : [];
    const own = new Map<string, boolean>();
    for (const [{ viewer }, until] of seats)
      own.set(viewer.userId, own.get(viewer.userId) === true || until > now);
    if (!open || !ticket || own.size === 0) {
      phones.leave(key);
      return own;
    }
    phones.look(key, open, { typing: [...own.values()].includes(true), now });
    const all = new Map(board.others(key, now));
    for (const [userId, typing] of own) all.set(userId, typing || all.get(userId) === true);
    const viewers = await named(all);
    for (const [connection] of seats) {
      const others = viewers.filter(({ id }) => id !== connection.viewer.userId).slice(0, mostViewers);
      send(connection, key, { ticketId: ticket.id, viewers: others, contact: board.contact(key) });
    }
    return new Map([...own].slice(0, mostViewers));
  };

  const named = async (present: Present) => {
    const users = await Promise.all(
      [...present].map(async ([id, typing]) => ({ id, typing, name: (await callers.user(id))?.name })),
    );
    return users
      .flatMap(({ id, name, typing }) => (name === undefined ? [] : [{ id, name, typing }]))
      .sort((a, b) => a.name.localeCompare(b.name));
  };

  const send = (connection: LiveConnection, key: string, presence: object) => {
    const data = { action: 'update', ...presence };
    const text = JSON.stringify(data);
    const last = shown.get(connection);
    if (!last || last.get(key) === text) return;
    last.set(key, text);
    connection.send(encodeFrame(companyEvent(connection.companyId, 'presence'), data, 0));
    metrics.frames.inc({ kind: 'presence' });
  };

  const notify = async (notices: readonly (readonly [channel: string, text: string])[]) => {
    if (notices.length === 0) return;
    const columns = [notices.map(([channel]) => channel), notices.map(([, text]) => text)];
    await pool.query('select pg_notify(c, t) from unnest($1::text[], $2::text[]) as n (c, t)', columns);
  };

  let sweptAt = performance.now();
  const sweep = () => {
    const now = performance.now();
    touch(board.expire(sweptAt, now));
    sweptAt = now;
  };
  const timers = [
    setInterval(sweep, sweepEveryMs).unref(),
    setInterval(() => touch(board.keys(), true), tellAgainEveryMs).unref(),
  ];
  const stops = [
    positions.onNotification('inbox', ({ companyId, changes }) => {
      if (companyId === null) return;
      const tickets = changes.filter(({ table }) => table === 'ticket');
      touch(tickets.map(({ id }) => keyOf(companyId, id)).filter(board.isOpen));
    }),
    positions.onNotification('access', ({ companyId }) =>
      touch(board.keys().filter(key => companyId === null || key.startsWith(companyId))),
    ),
  ];

  return {
    /** A page shows this ticket. It is sent how things stand even if nobody else is there. */
    joined: (connection: LiveConnection, ticketId: string) => {
      const key = keyOf(connection.companyId, ticketId);
      board.join(key, connection);
      const last = shown.get(connection) ?? new Map<string, string>();
      last.delete(key);
      shown.set(connection, last);
      touch([key]);
    },
    left: (connection: LiveConnection, ticketId: string) => {
      const key = keyOf(connection.companyId, ticketId);
      if (board.leave(key, connection)) touch([key]);
    },
    /** The socket has ended. */
    gone: (connection: LiveConnection) => touch(board.leaveAll(connection)),
    typing: (connection: LiveConnection, ticketId: string, typing: boolean) => {
      const key = keyOf(connection.companyId, ticketId);
      const now = performance.now();
      if (board.type(key, connection, typing ? now + typingMs : now)) touch([key], typing);
    },
    /** What another gateway has notified. */
    notified: (payload: string) => {
      const notice = readPresence(payload);
      if (!notice || notice.g === gateway) return;
      if (notice.ask) touch(board.keys(), true);
      if (notice.bye) touch(board.forget(notice.g).filter(board.isOpen));
      const now = performance.now();
      for (const [key, viewers] of notice.tickets ?? []) {
        board.hear(key, notice.g, { viewers: new Map(viewers.map(([id, on]) => [id, on === 1])), now });
        if (board.isOpen(key)) touch([key]);
      }
    },
    /** What a connector has notified of a contact. */
    contactNotified: (payload: string) => {
      const notified = readContactPresence(payload);
      const now = performance.now();
      for (const ticketId of notified?.ticketIds ?? []) {
        const key = keyOf(notified?.companyId ?? '', ticketId);
        if (board.contactDoes(key, notified?.activity ?? null, now)) touch([key]);
      }
    },
    /** Notifications are heard, for the first time or again: what was notified before is not known. */
    listening: () => {
      touch(board.keys(), true);
      notify([[presenceChannel, JSON.stringify({ g: gateway, ask: true })]]).catch(() => undefined);
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      timers.forEach(clearInterval);
      for (const stop of stops) stop();
      await working;
      await notify([[presenceChannel, JSON.stringify({ g: gateway, bye: true })]]).catch(() => undefined);
    },
  };
};
export type Presence = ReturnType<typeof createPresence>;
