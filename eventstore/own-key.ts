import type { KeyObject } from 'node:crypto';
import type { PersonKeys } from './person-keys.ts';
import { UnreadableEvent } from './types.ts';

/**
 * The key of a company itself, which it has from its first event on; undefined when it was destroyed. Makes none where it
 * is missing, as after a restore in part: then the right one could not be restored beside it. Throws UnreadableEvent while
 * it is missing, and StoreUnavailable.
 */
export const ownKey = async (
  keys: Pick<PersonKeys, 'forReading'>,
  companyId: string,
): Promise<KeyObject | undefined> => {
  const found = await keys.forReading([companyId]);
  if (found.has(companyId)) return found.get(companyId);
  throw new UnreadableEvent(`the key of the company ${companyId} is not in the database`, [companyId]);
};
