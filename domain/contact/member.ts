import { canonicalNumber } from './number.ts';

/**
 * The name of a member of groups, however WhatsApp writes it: the LID or the number of a jid, of whatever device,
 * or of an address without its server.
 */
export const memberName = (jid: string): string => canonicalNumber(jid.replace(/[:@].*$/, ''));

/** The names under which a contact may appear as a member of groups. */
export const memberNamesOf = (contact: {
  readonly number: string | null;
  readonly lid: string | null;
}): readonly string[] =>
  [contact.lid, contact.number].filter(name => !!name).map(name => memberName(name ?? ''));
