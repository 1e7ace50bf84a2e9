import { v5 } from 'uuid';

/** Under which all derived ids of the product stand. Changing it makes retries append twice. */
export const idNamespace = 'd3b7f298-7e3f-472f-96ea-07f3e39e9172';

/** One id out of several parts: the same parts give the same id, other parts or another split another one. */
export const deriveId = (...parts: readonly string[]): string => v5(JSON.stringify(parts), idNamespace);

/**
 * Id of the event that a command appends to a stream as its `index`-th (from 0). A retried command makes the
 * same ids, by which the store recognises what it already holds.
 */
export const eventId = (stream: string, commandId: string, index: number): string =>
  deriveId(stream, commandId, String(index));
