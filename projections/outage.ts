import { isOfTheItem, kindOfFailure } from '#domain/shared/outage.ts';
import { FoldFailed } from './kit/fold.ts';

/** Whether what cannot be written is what an event says, and not the tables, the rights or the server. */
export const isOfTheEvent = (error: unknown): boolean =>
  error instanceof FoldFailed || (error instanceof Error && isOfTheItem(error));

/** Whether the same work may succeed later. */
export const mayPass = (error: unknown): boolean => {
  if (error instanceof FoldFailed) return false;
  const kind = kindOfFailure(error);
  return kind === 'outage' || kind === 'race';
};
