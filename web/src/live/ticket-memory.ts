const limit = 5_000;

export type TicketMemory = {
  /** Whether a ticket as of `position` is news, and remembers that it was seen. */
  readonly isNews: (ticketId: string, position: number) => boolean;
};

/** Remembers the newest position seen of each ticket, also of those that left every list. */
export const ticketMemory = (): TicketMemory => {
  const latest = new Map<string, number>();
  return {
    isNews: (ticketId, position) => {
      const known = latest.get(ticketId);
      if (known !== undefined && known > position) return false;
      latest.delete(ticketId);
      latest.set(ticketId, position);
      const oldest = latest.size > limit ? latest.keys().next().value : undefined;
      if (oldest !== undefined) latest.delete(oldest);
      return true;
    },
  };
};
