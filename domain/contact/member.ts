import { canonicalNumber, formsOfEarlierVersions } from './number.ts';

/**
 * The name of a member of groups, however WhatsApp writes it: the LID or the number of a jid, of whatever device,
 * or of an address without its server. A LID that is said to be one is no number.
 */
export const memberName = (jid: string): string => {
  const user = jid.replace(/[:@].*$/, '');
  return jid.endsWith('@lid') ? user : canonicalNumber(user);
};

/** The names under which a contact may appear as a member of groups, also in what earlier versions wrote. */
export const memberNamesOf = ({
  number,
  lid,
}: {
  readonly number: string | null;
  readonly lid: string | null;
}): readonly string[] => [
  ...(lid ? [lid] : []),
  ...(number ? [memberName(number), ...formsOfEarlierVersions(number)] : []),
];
