import { createHmac, hkdfSync } from 'node:crypto';

/** What has a pseudonym: tickets too, or whoever knows a contact's ticket would know the contact. */
export type PseudonymKind = 'ticket' | 'contact' | 'user';
export type Pseudonym = (kind: PseudonymKind, id: string) => string;

const shown = 16;

/**
 * The company's own key of its pseudonyms, in base64: it follows from the installation's secret, so that nobody who has
 * ids can make them.
 */
export const pseudonymKey = (secret: string, companyId: string): string =>
  Buffer.from(hkdfSync('sha256', secret, companyId, 'balcao event export pseudonyms', 32)).toString('base64');

/** Pseudonyms of one company: the same id always has the same one, so that files of several periods fit together. */
export const pseudonymsOf = (companyKey: string): Pseudonym => {
  const key = Buffer.from(companyKey, 'base64');
  return (kind, id) =>
    `${kind}-${createHmac('sha256', key).update(`${kind}/${id}`).digest('hex').slice(0, shown)}`;
};
