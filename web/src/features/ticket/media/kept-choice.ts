import { type Chosen, nothingChosen } from './choose-files.ts';

const kept = new Map<string, Chosen['files']>();

const keyOf = (userId: string, ticketId: string): string => `${userId} ${ticketId}`;

/** The files that somebody had chosen at a ticket and neither sent nor put away, on this page. */
export const keptChoice = (userId: string, ticketId: string): Chosen => {
  const files = kept.get(keyOf(userId, ticketId));
  return files ? { files, refused: [] } : nothingChosen;
};

export const keepChoice = (userId: string, ticketId: string, { files }: Chosen): void => {
  if (files.length > 0) kept.set(keyOf(userId, ticketId), files);
  else kept.delete(keyOf(userId, ticketId));
};
