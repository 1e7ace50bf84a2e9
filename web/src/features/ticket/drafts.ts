const key = (userId: string, ticketId: string): string => `draft-${userId}-${ticketId}`;

/** What somebody typed in a conversation and has not sent yet. */
export const readDraft = (userId: string, ticketId: string): string =>
  localStorage.getItem(key(userId, ticketId)) ?? '';

/** Nothing of a person who was erased stays in this browser. */
export const forgetDrafts = (userId: string, ticketId: string): void => {
  for (const id of [ticketId, noteOf(ticketId), linkedOf(ticketId)]) keepDraft(userId, id, '');
};

/** Under what the draft of a note at a ticket is kept. */
export const noteOf = (ticketId: string): string => `note-${ticketId}`;

/** Under what the file is kept that goes with the draft. */
export const linkedOf = (ticketId: string): string => `file-${ticketId}`;

/** Calls back with what another tab has made of the draft. Returns how to stop. */
export const watchDraft = (
  userId: string,
  ticketId: string,
  onDraft: (text: string) => void,
): (() => void) => {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === key(userId, ticketId)) onDraft(event.newValue ?? '');
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};

export const keepDraft = (userId: string, ticketId: string, text: string): void => {
  try {
    if (text.trim() === '') localStorage.removeItem(key(userId, ticketId));
    else localStorage.setItem(key(userId, ticketId), text);
  } catch {
    // A full browser keeps the draft as long as the page.
  }
};
