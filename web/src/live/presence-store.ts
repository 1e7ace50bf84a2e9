import type { CompanyFrames } from '#contracts/live.ts';

/** Who else has a ticket open, who of them writes, and whether the contact writes or records. */
export type TicketPresence = Pick<CompanyFrames['presence'], 'viewers' | 'contact'>;

export const nobodyThere: TicketPresence = { viewers: [], contact: null };

export type PresenceStore = {
  /** A frame says all there is to know of one ticket, so the last one counts. */
  readonly put: (frame: CompanyFrames['presence']) => void;
  readonly of: (ticketId: string) => TicketPresence;
  /** Its room is left: nothing more will be told of this ticket. */
  readonly forget: (ticketId: string) => void;
  /** Nothing is known any more: the connection is lost. */
  readonly clear: () => void;
  readonly subscribe: (ticketId: string, listener: () => void) => () => void;
};

/** What the live channel last told of presence. A screen hears of the ticket it shows and of no other. */
export const presenceStore = (): PresenceStore => {
  const known = new Map<string, TicketPresence>();
  const listeners = new Map<string, Set<() => void>>();
  const tell = (ticketId: string): void => {
    for (const listener of listeners.get(ticketId) ?? []) listener();
  };

  return {
    put: ({ ticketId, viewers, contact }) => {
      if (viewers.length === 0 && contact === null) known.delete(ticketId);
      else known.set(ticketId, { viewers, contact });
      tell(ticketId);
    },
    of: ticketId => known.get(ticketId) ?? nobodyThere,
    forget: ticketId => {
      if (known.delete(ticketId)) tell(ticketId);
    },
    clear: () => {
      const shown = [...known.keys()];
      known.clear();
      shown.forEach(tell);
    },
    subscribe: (ticketId, listener) => {
      const own = listeners.get(ticketId) ?? new Set();
      listeners.set(ticketId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(ticketId);
      };
    },
  };
};
