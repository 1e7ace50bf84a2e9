import type { Contact } from '#domain/contact/contact.ts';
import type { CommandDeps } from '../states.ts';
import type { Folded } from '../stream-states.ts';

export type ShownContact = { readonly contactId: string; readonly folded: Folded<Contact> };

/** A contact, or the one that it is shown under because both are one person. Reads what is newest. */
export const shownContact = async (
  { states: { contact } }: CommandDeps,
  companyId: string,
  contactId: string,
): Promise<ShownContact> => {
  const folded = await contact.fresh(contact.stream(companyId, contactId));
  if (folded.state.status !== 'merged') return { contactId, folded };
  const { winnerId } = folded.state;
  return { contactId: winnerId, folded: await contact.fresh(contact.stream(companyId, winnerId)) };
};
