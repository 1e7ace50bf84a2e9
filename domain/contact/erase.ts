import { type Decision, nothing, reject } from '../shared/decision.ts';
import { type ActiveContact, type Contact, knownPerson } from './contact.ts';
import type { ContactEvent } from './events.ts';

type Erased = Extract<ContactEvent, { type: 'ContactErased' }>['data'];
export type EraseContact = Erased & { readonly confirmation: string };

/** What somebody types to say that they mean this contact: the number, else the WhatsApp id, else the name. */
export const confirmationOf = ({
  number,
  lid,
  name,
}: Pick<ActiveContact, 'number' | 'lid' | 'name'>): string => number || lid || name;

/** Erases the person behind a contact, a removed one too; already so when it is. What is gone cannot come back. */
export const eraseContact = (command: EraseContact, contact: Contact): Decision<ContactEvent> => {
  if (contact.status === 'erased') return nothing;
  const person = knownPerson(contact);
  if (!person) return reject('ERR_NO_CONTACT_FOUND');
  const { confirmation, ...data } = command;
  if (confirmation.trim() !== confirmationOf(person))
    return reject('ERR_VALIDATION', { field: 'confirmation' });
  return [{ type: 'ContactErased', data }];
};
