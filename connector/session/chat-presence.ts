import type { BaileysEventMap } from '@whiskeysockets/baileys';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Socket } from '../baileys.ts';
import { userOf } from '../inbound/jids.ts';

/** A conversation that somebody has on the screen. */
export type LookedAt = { readonly ticketId: string; readonly contactId: string };
export type PresenceUpdate = BaileysEventMap['presence.update'];

type Dependencies = {
  readonly pool: Pool;
  readonly companyId: string;
  readonly connectionId: string;
  readonly socket: () => Socket | undefined;
  /** The jid a contact is written to under; undefined when that is not known. */
  readonly addressOf: (contactId: string) => Promise<string | undefined>;
  /** The other jid of the same person, if it is known. */
  readonly otherAddress: (jid: string) => Promise<string | undefined>;
  readonly log: Logger;
  readonly signal: AbortSignal;
};

/** What contacts do in the conversations that are looked at, and what they are let see of attendants. */
export type ChatPresence = {
  /** Somebody opened these conversations, or still has them open. Forgotten after a minute. Does not reject. */
  readonly watch: (chats: readonly LookedAt[]) => Promise<void>;
  /** Somebody writes there, or has stopped; a stop that is not said comes by itself. Does not reject. */
  readonly typing: (chat: LookedAt, on: boolean) => Promise<void>;
  readonly updated: (update: PresenceUpdate) => void;
  /** A message came from there: what was being written is written. */
  readonly wrote: (jid: string) => void;
};

type Activity = 'composing' | 'recording' | null;
type Watched = {
  readonly tickets: Map<string, number>;
  told: Activity;
  now: Activity;
  timer?: NodeJS.Timeout;
};

const channel = 'contact_presence';
const watchedMs = 60_000;
const mostWatched = 500;
const subscribeAgainMs = 300_000;
const tellEveryMs = 300;
const composeEveryMs = 3_000;
const pauseAfterMs = 10_000;

/** Nothing of it is stored; what the library or WhatsApp refuses is passed over, for it is said anew soon. */
export const openChatPresence = (dependencies: Dependencies): ChatPresence => {
  const { pool, companyId, socket, addressOf, otherAddress, log, signal } = dependencies;
  const watched = new Map<string, Watched>();
  const subscribed = new WeakMap<Socket, Map<string, number>>();
  const composing = new Map<string, { readonly at: number; readonly pause: NodeJS.Timeout }>();

  const forgetOld = (now: number) => {
    for (const [jid, each] of watched) {
      for (const [ticketId, until] of each.tickets) if (until <= now) each.tickets.delete(ticketId);
      if (each.tickets.size === 0 || watched.size > mostWatched) watched.delete(jid);
    }
  };
  const watch = async ({ ticketId, contactId }: LookedAt, now: number) => {
    const jid = await addressOf(contactId);
    if (!jid) return;
    const other = await otherAddress(jid);
    const entry = watched.get(jid) ?? { tickets: new Map(), told: null, now: null };
    entry.tickets.set(ticketId, now + watchedMs);
    for (const address of [jid, other]) if (address) watched.set(address, entry);
    const line = socket();
    if (!line) return;
    const known = subscribed.get(line) ?? new Map<string, number>();
    subscribed.set(line, known);
    if (now - (known.get(jid) ?? Number.NEGATIVE_INFINITY) < subscribeAgainMs) return;
    known.set(jid, now);
    await line.presenceSubscribe(jid);
  };

  const tell = async (entry: Watched) => {
    entry.told = entry.now;
    const now = performance.now();
    const ticketIds = [...entry.tickets].filter(([, until]) => until > now).map(([id]) => id);
    const text = JSON.stringify({ companyId, ticketIds: ticketIds.slice(0, 50), activity: entry.now });
    await pool.query('select pg_notify($1, $2)', [channel, text]);
  };
  /** At once, and then at most every 300 ms: what it came to is never lost. */
  const does = (jid: string, activity: Activity) => {
    const entry = watched.get(jid);
    if (!entry || signal.aborted) return;
    entry.now = activity;
    if (entry.timer || (activity === null && entry.told === null)) return;
    tell(entry).catch(error => passOver(error));
    entry.timer = setTimeout(() => {
      delete entry.timer;
      if (entry.now !== entry.told) does(jid, entry.now);
    }, tellEveryMs);
  };
  const passOver = (error: unknown) => {
    if (!signal.aborted) log.debug({ err: error }, 'presence could not be told');
  };

  let turn = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    turn = turn.then(work).catch(passOver);
    return turn;
  };

  const show = (jid: string, state: 'composing' | 'paused') => {
    socket()?.sendPresenceUpdate(state, jid).catch(passOver);
  };
  const pause = (jid: string) => {
    const was = composing.get(jid);
    clearTimeout(was?.pause);
    if (composing.delete(jid) && !signal.aborted) show(jid, 'paused');
  };
  const compose = (jid: string) => {
    const now = performance.now();
    const was = composing.get(jid);
    clearTimeout(was?.pause);
    const isDue = !was || now - was.at >= composeEveryMs;
    composing.set(jid, {
      at: isDue ? now : was.at,
      pause: setTimeout(() => pause(jid), pauseAfterMs).unref(),
    });
    if (isDue) show(jid, 'composing');
  };

  return {
    watch: chats =>
      inTurn(async () => {
        const now = performance.now();
        forgetOld(now);
        for (const chat of chats) if (!signal.aborted) await watch(chat, now).catch(passOver);
      }),
    typing: ({ contactId }, on) =>
      inTurn(async () => {
        const jid = await addressOf(contactId);
        if (!jid || signal.aborted) return;
        if (on) compose(jid);
        else pause(jid);
      }),
    updated: ({ id, presences }) => does(id, activityOf(presences)),
    wrote: jid => does(jid, null),
  };
};

/** In a group somebody's writing is shown as the group's. */
const activityOf = (presences: PresenceUpdate['presences']): Activity => {
  const known = Object.values(presences).map(each => each.lastKnownPresence);
  return known.includes('recording') ? 'recording' : known.includes('composing') ? 'composing' : null;
};

/**
 * Reads what a gateway asks: `watch <connection> <ticket>:<contact>,…`, or `typing <connection>
 * <ticket>:<contact>:1,…` with 0 for a stop.
 */
export const readWishes = (words: string): readonly (LookedAt & { readonly on: boolean })[] =>
  words.split(',').flatMap(word => {
    const [ticketId, contactId, on] = word.split(':');
    return ticketId && contactId ? [{ ticketId, contactId, on: on === '1' }] : [];
  });

/** The key under which the library keeps the other jid of a person, and the server that belongs to it. */
export const otherAddressKey = (
  jid: string,
): { readonly key: string; readonly server: string } | undefined => {
  if (jid.endsWith('@lid')) return { key: `${userOf(jid)}_reverse`, server: 's.whatsapp.net' };
  if (jid.endsWith('@s.whatsapp.net')) return { key: userOf(jid), server: 'lid' };
  return undefined;
};
