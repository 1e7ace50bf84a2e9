/** Somebody writes no longer than this after they last said so. */
export const typingMs = 5_500;
/** What a contact does is sent once and then again every ten seconds or so; a stop that is lost ends here. */
export const contactMs = 15_000;
/** Who is at another gateway is sent again well within this; a gateway that died is forgotten then. */
export const elsewhereMs = 30_000;
/** More at one ticket are not notified of. */
export const mostViewers = 20;

export type ContactActivity = 'composing' | 'recording';
/** Whether each user writes, by their id. */
export type Present = ReadonlyMap<string, boolean>;
type Elsewhere = { readonly viewers: Present; readonly typingUntil: number; readonly until: number };

/**
 * Who has which ticket open, here and at the other gateways, and what the contact does. Keys name a ticket within
 * its company; `now` and all limits are milliseconds of one clock. Kept in memory alone, and forgotten by time.
 */
export const createPresenceBoard = <Seat>() => {
  const here = new Map<string, Map<Seat, number>>();
  const elsewhere = new Map<string, Map<string, Elsewhere>>();
  const contacts = new Map<string, { readonly activity: ContactActivity; readonly until: number }>();

  const leave = (key: string, seat: Seat): boolean => {
    const room = here.get(key);
    if (!room?.delete(seat)) return false;
    if (room.size > 0) return true;
    here.delete(key);
    contacts.delete(key);
    return true;
  };
  const putElsewhere = (key: string, gateway: string, entry: Elsewhere | undefined): void => {
    const gateways = elsewhere.get(key) ?? new Map<string, Elsewhere>();
    if (entry) elsewhere.set(key, gateways.set(gateway, entry));
    else if (gateways.delete(gateway) && gateways.size === 0) elsewhere.delete(key);
  };

  return {
    keys: (): readonly string[] => [...here.keys()],
    isOpen: (key: string): boolean => here.has(key),
    join: (key: string, seat: Seat): void => {
      const room = here.get(key) ?? new Map<Seat, number>();
      here.set(key, room.set(seat, room.get(seat) ?? 0));
    },
    leave,
    /** Everything that somebody had open. */
    leaveAll: (seat: Seat): readonly string[] => [...here.keys()].filter(key => leave(key, seat)),
    /** Somebody who has the ticket open writes, or stops. Answers false for anybody else. */
    type: (key: string, seat: Seat, until: number): boolean => {
      const room = here.get(key);
      if (!room?.has(seat)) return false;
      room.set(seat, until);
      return true;
    },
    /** Who sits at a ticket here, and until when they write. */
    seats: (key: string): ReadonlyMap<Seat, number> => here.get(key) ?? new Map(),
    /** All that another gateway has of a ticket; nobody, when it has nobody any more. */
    hear: (key: string, gateway: string, { viewers, now }: { viewers: Present; now: number }): void => {
      const entry = { viewers, typingUntil: now + typingMs, until: now + elsewhereMs };
      putElsewhere(key, gateway, viewers.size > 0 ? entry : undefined);
    },
    /** A gateway has ended. Answers the tickets it had. */
    forget: (gateway: string): readonly string[] => {
      const keys = [...elsewhere].filter(([, gateways]) => gateways.has(gateway)).map(([key]) => key);
      for (const key of keys) putElsewhere(key, gateway, undefined);
      return keys;
    },
    others: (key: string, now: number): Present => {
      const present = new Map<string, boolean>();
      for (const { viewers, typingUntil } of elsewhere.get(key)?.values() ?? [])
        for (const [userId, typing] of viewers)
          present.set(userId, present.get(userId) === true || (typing && typingUntil > now));
      return present;
    },
    contactDoes: (key: string, activity: ContactActivity | null, now: number): boolean => {
      if (!here.has(key)) return false;
      if (activity === null) return contacts.delete(key);
      contacts.set(key, { activity, until: now + contactMs });
      return true;
    },
    contact: (key: string): ContactActivity | null => contacts.get(key)?.activity ?? null,
    /** Forgets what time has ended. Answers the tickets of which something ended since `before`. */
    expire: (before: number, now: number): readonly string[] => {
      const ended = new Set<string>();
      const endedNow = (until: number) => until > before && until <= now;
      for (const [key, room] of here) if ([...room.values()].some(endedNow)) ended.add(key);
      for (const [key, { until }] of contacts)
        if (until <= now) {
          contacts.delete(key);
          ended.add(key);
        }
      for (const [key, gateways] of elsewhere)
        for (const [gateway, { viewers, typingUntil, until }] of gateways) {
          if (endedNow(typingUntil) && [...viewers.values()].includes(true)) ended.add(key);
          if (until > now) continue;
          putElsewhere(key, gateway, undefined);
          ended.add(key);
        }
      return [...ended];
    },
  };
};
