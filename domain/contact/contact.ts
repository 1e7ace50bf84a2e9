import type { Entity } from '../shared/decider.ts';
import { type Decision, nothing, reject } from '../shared/decision.ts';
import { isName } from '../shared/rules.ts';
import type { ContactEvent } from './events.ts';

export type ActiveContact = {
  readonly status: 'active';
  readonly name: string;
  readonly number: string;
  readonly lid: string | null;
  readonly email: string | null;
  readonly isGroup: boolean;
  readonly queueId: string | null;
  readonly pictureUrl: string | null;
};
export type Contact =
  | { readonly status: 'none' }
  | ActiveContact
  | { readonly status: 'removed'; readonly was?: ActiveContact }
  | { readonly status: 'erased' };

const evolve = (contact: Contact, event: ContactEvent): Contact => {
  if (event.type === 'ContactCreated') {
    const { contactId: _, ...fields } = event.data;
    return { status: 'active', ...fields, pictureUrl: null };
  }
  if (event.type === 'ContactErased') return { status: 'erased' };
  if (event.type === 'ContactRemoved' && contact.status !== 'erased') {
    return contact.status === 'active' ? { status: 'removed', was: contact } : { status: 'removed' };
  }
  if (contact.status !== 'active') return contact;
  switch (event.type) {
    case 'ContactChanged': {
      const { name, email, queueId } = event.data;
      return { ...contact, name, email, queueId };
    }
    case 'ContactIdentified':
      return {
        ...contact,
        number: event.data.number ?? contact.number,
        lid: event.data.lid ?? contact.lid,
      };
    case 'ContactPictureChanged':
      return { ...contact, pictureUrl: event.data.url };
    case 'ContactRemoved':
      return contact;
  }
};

export const contactEntity: Entity<Contact, ContactEvent> = { initial: { status: 'none' }, evolve };

export type CreateContact = Extract<ContactEvent, { type: 'ContactCreated' }>['data'];

/** What somebody typed: a name, and a number of 8 to 50 digits. Specification, core, section 5. */
export const createContact = (command: CreateContact, contact: Contact): Decision<ContactEvent> => {
  const { contactId } = command;
  if (contact.status !== 'none') return reject('ERR_DUPLICATED_CONTACT', { contactId });
  if (!isName(command.name)) return reject('ERR_VALIDATION', { field: 'name' });
  const { length } = command.number;
  if (length < 8 || length > 50) return reject('ERR_VALIDATION', { field: 'number' });
  return [{ type: 'ContactCreated', data: { ...command, name: command.name.trim() } }];
};

/** Somebody wrote: WhatsApp vouches for who it is, so there is nothing to check. */
export const meetContact = (command: CreateContact, contact: Contact): Decision<ContactEvent> =>
  contact.status === 'none' ? [{ type: 'ContactCreated', data: command }] : nothing;

export type ChangeContact = Extract<ContactEvent, { type: 'ContactChanged' }>['data'];

export const changeContact = (command: ChangeContact, contact: Contact): Decision<ContactEvent> => {
  if (contact.status !== 'active') return reject('ERR_NO_CONTACT_FOUND');
  if (!isName(command.name)) return reject('ERR_VALIDATION', { field: 'name' });
  const { email, queueId } = command;
  const name = command.name.trim();
  const same = contact.name === name && contact.email === email && contact.queueId === queueId;
  return same ? nothing : [{ type: 'ContactChanged', data: { ...command, name } }];
};

/** WhatsApp told a number or a LID; what is known already is not told again. */
export const identifyContact = (
  command: { readonly contactId: string; readonly number: string | null; readonly lid: string | null },
  contact: Contact,
): Decision<ContactEvent> => {
  if (contact.status !== 'active') return reject('ERR_NO_CONTACT_FOUND');
  const number = command.number === contact.number ? null : command.number;
  const lid = command.lid === contact.lid ? null : command.lid;
  if (number === null && lid === null) return nothing;
  return [{ type: 'ContactIdentified', data: { contactId: command.contactId, number, lid } }];
};

export const changePicture = (
  command: { readonly contactId: string; readonly url: string | null },
  contact: Contact,
): Decision<ContactEvent> => {
  if (contact.status !== 'active') return reject('ERR_NO_CONTACT_FOUND');
  return contact.pictureUrl === command.url ? nothing : [{ type: 'ContactPictureChanged', data: command }];
};

export const removeContact = (
  command: { readonly contactId: string },
  contact: Contact,
): Decision<ContactEvent> => {
  if (contact.status === 'none') return reject('ERR_NO_CONTACT_FOUND');
  return contact.status !== 'active' ? nothing : [{ type: 'ContactRemoved', data: command }];
};
