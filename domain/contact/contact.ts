import type { Entity } from '../shared/decider.ts';
import { type Decision, nothing, reject } from '../shared/decision.ts';
import { withoutRepeats } from '../shared/list.ts';
import { isName } from '../shared/rules.ts';
import type { ContactEvent, ExtraInfo } from './events.ts';

export type ActiveContact = {
  readonly status: 'active';
  readonly name: string;
  readonly number: string;
  readonly lid: string | null;
  readonly email: string | null;
  readonly isGroup: boolean;
  readonly queueId: string | null;
  readonly pictureUrl: string | null;
  /** The picture came while others were shown under this one: it may be one of theirs. */
  readonly sharedPicture: boolean;
  readonly extraInfo: readonly ExtraInfo[number][];
  /** Whether attendants are told of what the contact writes. */
  readonly notification: boolean;
  /** Whose contact it is; nobody's when empty. */
  readonly wallet: readonly string[];
  /** Whether the name is the person's own, and not one that somebody gave. */
  readonly ownName: boolean;
  /** Contacts that are shown under this one, because they are the same person. */
  readonly merged: readonly string[];
  /** Contacts that somebody said are not the same person. */
  readonly separated: readonly string[];
  /** After how many seconds what is written in its chat on a connection vanishes. */
  readonly chatTimers: Readonly<Record<string, number>>;
};
export type Contact =
  | { readonly status: 'none' }
  | ActiveContact
  | { readonly status: 'merged'; readonly winnerId: string; readonly was: ActiveContact }
  | { readonly status: 'removed'; readonly was?: ActiveContact }
  /** `winnerId`: whom it was merged into then, who goes with it. */
  | { readonly status: 'erased'; readonly winnerId?: string };

const evolve = (contact: Contact, event: ContactEvent): Contact => {
  if (event.type === 'ContactCreated') {
    const {
      contactId: _,
      namedBy,
      extraInfo: info,
      notification = true,
      importId: _by,
      ...fields
    } = event.data;
    const extraInfo = info ?? [];
    const alone = {
      pictureUrl: null,
      sharedPicture: false,
      merged: [],
      separated: [],
      wallet: [],
      extraInfo,
      notification,
      chatTimers: {},
    };
    return { status: 'active', ...fields, ...alone, ownName: namedBy === 'whatsapp' };
  }
  if (event.type === 'ContactErased')
    return { status: 'erased', ...(contact.status === 'merged' ? { winnerId: contact.winnerId } : {}) };
  if (contact.status === 'erased') return contact;
  if (event.type === 'ContactRemoved') {
    const was = knownPerson(contact);
    return was ? { status: 'removed', was } : { status: 'removed' };
  }
  if (contact.status === 'merged') {
    if (event.type === 'ContactChatTimerSet') return { ...contact, was: withTimer(contact.was, event) };
    if (event.type !== 'ContactUnmergedFrom') return contact;
    const { was } = contact;
    return { ...was, separated: withoutRepeats([...was.separated, event.data.winnerId]) };
  }
  return contact.status === 'active' ? evolveActive(contact, event) : contact;
};

const withTimer = (
  contact: ActiveContact,
  { data: { connectionId, seconds } }: Extract<ContactEvent, { type: 'ContactChatTimerSet' }>,
): ActiveContact => ({ ...contact, chatTimers: { ...contact.chatTimers, [connectionId]: seconds } });

const evolveActive = (contact: ActiveContact, event: ContactEvent): Contact => {
  switch (event.type) {
    case 'ContactChanged': {
      const { name, email, queueId, namedBy } = event.data;
      const { notification = contact.notification } = event.data;
      const extraInfo = event.data.extraInfo ?? contact.extraInfo;
      const ownName = namedBy === 'whatsapp';
      return { ...contact, name, email, queueId, extraInfo, notification, ownName };
    }
    case 'ContactIdentified':
      return {
        ...contact,
        number: event.data.number ?? contact.number,
        lid: event.data.lid ?? contact.lid,
      };
    case 'ContactPictureChanged':
      return {
        ...contact,
        pictureUrl: event.data.url,
        sharedPicture: event.data.url !== null && contact.merged.length > 0,
      };
    case 'ContactWalletChanged':
      return { ...contact, wallet: event.data.userIds };
    case 'ContactChatTimerSet':
      return withTimer(contact, event);
    case 'ContactsMerged':
      return { ...contact, merged: withoutRepeats([...contact.merged, event.data.otherId]) };
    case 'ContactsUnmerged': {
      const { otherId, takenBack } = event.data;
      const merged = contact.merged.filter(each => each !== otherId);
      if (takenBack) return { ...contact, merged };
      return { ...contact, merged, separated: withoutRepeats([...contact.separated, otherId]) };
    }
    case 'ContactMergedInto':
      return { status: 'merged', winnerId: event.data.winnerId, was: contact };
    default:
      return contact;
  }
};

/** Who a contact is or was before it was removed or merged; undefined when there is nothing known of anybody. */
export const knownPerson = (contact: Contact): ActiveContact | undefined => {
  if (contact.status === 'active') return contact;
  return contact.status === 'removed' || contact.status === 'merged' ? contact.was : undefined;
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
  const { namedBy, ...given } = command;
  // What WhatsApp calls somebody may be shorter than a name that people give, and may stay.
  const sameName = contact.name === command.name || contact.name === command.name.trim();
  if (!sameName && !isName(command.name)) return reject('ERR_VALIDATION', { field: 'name' });
  const name = sameName ? contact.name : command.name.trim();
  const same =
    sameName &&
    contact.email === command.email &&
    contact.queueId === command.queueId &&
    (command.notification ?? contact.notification) === contact.notification &&
    sameInfo(command.extraInfo ?? contact.extraInfo, contact.extraInfo);
  const isOwn = sameName ? contact.ownName : namedBy === 'whatsapp';
  const data = { ...given, name, ...(isOwn ? { namedBy: 'whatsapp' as const } : {}) };
  return same ? nothing : [{ type: 'ContactChanged', data }];
};

const sameInfo = (one: readonly ExtraInfo[number][], other: readonly ExtraInfo[number][]): boolean =>
  one.length === other.length &&
  one.every(({ id, name, value }, index) => {
    const there = other[index];
    return there?.id === id && there.name === name && there.value === value;
  });

/** What somebody typed into a form: what is absent stays. */
export type EditContact = { readonly contactId: string } & {
  readonly [Field in keyof Omit<ChangeContact, 'contactId' | 'namedBy'>]?: ChangeContact[Field] | undefined;
};

export const editContact = (command: EditContact, contact: Contact): Decision<ContactEvent> => {
  if (contact.status !== 'active') return reject('ERR_NO_CONTACT_FOUND');
  const { contactId, name = contact.name, email = contact.email, queueId = contact.queueId } = command;
  const { extraInfo, notification } = command;
  const noted = {
    ...(extraInfo ? { extraInfo } : {}),
    ...(notification === undefined ? {} : { notification }),
  };
  return changeContact({ contactId, name, email, queueId, ...noted }, contact);
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

/** After how long WhatsApp says that what is written in a chat vanishes; quiet when that is known. Also of who is merged. */
export const setChatTimer = (
  command: Extract<ContactEvent, { type: 'ContactChatTimerSet' }>['data'],
  contact: Contact,
): Decision<ContactEvent> => {
  const known = contact.status === 'removed' ? undefined : knownPerson(contact);
  if (!known) return reject('ERR_NO_CONTACT_FOUND');
  return (known.chatTimers[command.connectionId] ?? 0) === command.seconds
    ? nothing
    : [{ type: 'ContactChatTimerSet', data: command }];
};

/** Whose contact it is from now on; nobody's when there are none. Specification, core, sections 3 and 6. */
export const changeWallet = (
  { contactId, userIds }: { readonly contactId: string; readonly userIds: readonly string[] },
  contact: Contact,
): Decision<ContactEvent> => {
  if (contact.status !== 'active') return reject('ERR_NO_CONTACT_FOUND');
  const wallet = withoutRepeats([...userIds].toSorted());
  const same = wallet.join() === [...contact.wallet].toSorted().join();
  return same ? nothing : [{ type: 'ContactWalletChanged', data: { contactId, userIds: [...wallet] } }];
};

export const removeContact = (
  command: { readonly contactId: string },
  contact: Contact,
): Decision<ContactEvent> => {
  if (contact.status === 'none' || contact.status === 'merged') return reject('ERR_NO_CONTACT_FOUND');
  return contact.status !== 'active' ? nothing : [{ type: 'ContactRemoved', data: command }];
};
