import { type JournalEntry, parts } from '../inbound/journal-entry.ts';

/**
 * A message that could not be read and its content look for each other's rows in the journal, and a statement does
 * not see what another one is just writing. So the statement about what could not be read runs while no other one
 * journals; all others may overlap. For one account: no other process holds its lease. Rejects as `statement` does.
 */
export const openJournalTurns = () => {
  let everyStatement: Promise<void> = Promise.resolve();
  let lastAlone: Promise<void> = Promise.resolve();
  return <T>(entries: readonly JournalEntry[], statement: () => Promise<T>): Promise<T> => {
    if (entries.length === 0) return statement();
    const alone = entries.some(({ encIndex }) => encIndex === parts.unreadable);
    const running = (alone ? everyStatement : lastAlone).then(statement);
    everyStatement = Promise.allSettled([everyStatement, running]).then(() => undefined);
    if (alone) lastAlone = everyStatement;
    return running;
  };
};
