import { codeOf, kindOfFailure } from '#domain/shared/outage.ts';
import { FoldFailed } from './kit/fold.ts';

/** Classes of SQLSTATE that speak of the rows that were to be written: their number, values, rules and size. */
const ofRows = new Set(['21', '22', '23', '54']);

/** Whether what cannot be written is what an event says, and not the tables, the rights or the server. */
export const isOfTheEvent = (error: unknown): boolean => {
  if (error instanceof FoldFailed) return true;
  if (!(error instanceof Error) || mayPass(error)) return false;
  const code = codeOf(error);
  return code === '' || ofRows.has(code.slice(0, 2));
};

/** Whether the same work may succeed later. */
export const mayPass = (error: unknown): boolean => {
  if (error instanceof FoldFailed) return false;
  const kind = kindOfFailure(error);
  return kind === 'outage' || kind === 'race';
};
