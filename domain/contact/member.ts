import { canonicalNumber } from './number.ts';

/** A name that WhatsApp knows a person by, the same however it is written: a LID or a number. */
export const memberName = (jid: string): string => {
  const [user = '', server = ''] = jid.replace(/:\d+@/, '@').split('@');
  return server === 'lid' ? `lid/${user}` : `number/${canonicalNumber(user)}`;
};

/** The names under which a contact may appear as a member of groups. */
export const memberNamesOf = (contact: {
  readonly number: string | null;
  readonly lid: string | null;
}): readonly string[] => [
  ...(contact.lid ? [memberName(`${contact.lid}@lid`)] : []),
  ...(contact.number ? [memberName(`${contact.number}@s.whatsapp.net`)] : []),
];
