const key = (userId: string, ticketId: string): string => `draft-${userId}-${ticketId}`;

/** What somebody typed in a conversation and has not sent yet. */
export const readDraft = (userId: string, ticketId: string): string =>
  localStorage.getItem(key(userId, ticketId)) ?? '';

export const keepDraft = (userId: string, ticketId: string, text: string): void => {
  try {
    if (text.trim() === '') localStorage.removeItem(key(userId, ticketId));
    else localStorage.setItem(key(userId, ticketId), text);
  } catch {
    // A full browser keeps the draft as long as the page.
  }
};
