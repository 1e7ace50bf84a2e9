const leaving = new Set<string>();

/**
 * Tickets that this window is giving away: when such a one goes out of sight, that is what was wanted and nothing
 * to complain of.
 */
export const ownTransfer = {
  begin: (ticketId: string): void => void leaving.add(ticketId),
  end: (ticketId: string): void => void leaving.delete(ticketId),
  isOn: (ticketId: string): boolean => leaving.has(ticketId),
};
