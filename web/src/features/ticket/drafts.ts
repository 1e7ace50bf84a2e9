const key = (ticketId: string): string => `draft-${ticketId}`;

/** What was typed in a conversation and not sent yet. */
export const readDraft = (ticketId: string): string => localStorage.getItem(key(ticketId)) ?? '';

export const keepDraft = (ticketId: string, text: string): void => {
  if (text.trim() === '') localStorage.removeItem(key(ticketId));
  else localStorage.setItem(key(ticketId), text);
};
