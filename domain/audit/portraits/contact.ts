import { type ActiveContact, contactEntity, knownPerson } from '../../contact/contact.ts';
import type { ContactEvent } from '../../contact/events.ts';
import { contactImportEntity } from '../../contact-import/contact-import.ts';
import { portrait } from '../portrait.ts';

const fieldsOf = (contact: ActiveContact, { data }: ContactEvent) => ({
  name: contact.name,
  number: contact.number,
  email: contact.email,
  isGroup: contact.isGroup,
  queueId: contact.queueId,
  extraInfo: contact.extraInfo.map(({ name, value }) => `${name}: ${value}`),
  notification: contact.notification,
  url: contact.pictureUrl,
  userIds: contact.wallet,
  merged: contact.merged,
  /** Of the chat that the event is about. */
  seconds: 'seconds' in data ? contact.chatTimers[data.connectionId] : undefined,
});

type Fields = { readonly [Field in keyof ReturnType<typeof fieldsOf>]: unknown };
const none: Fields = {
  ...{ name: undefined, number: undefined, email: undefined, isGroup: undefined, queueId: undefined },
  ...{ extraInfo: undefined, notification: undefined, url: undefined, userIds: undefined },
  ...{ merged: undefined, seconds: undefined },
};

const person = ['name', 'number', 'email', 'isGroup', 'queueId', 'extraInfo', 'notification'] as const;

export const contactPortrait = portrait({
  entity: contactEntity,
  picture: (contact, event) => {
    const known = contact.status === 'removed' ? undefined : knownPerson(contact);
    return {
      ...(known ? fieldsOf(known, event) : none),
      contactStatus: contact.status === 'none' ? undefined : contact.status,
      winnerId: contact.status === 'merged' ? contact.winnerId : undefined,
    };
  },
  shows: {
    ContactCreated: { of: person },
    ContactChanged: { of: person },
    ContactIdentified: { of: ['number'] },
    ContactPictureChanged: { of: ['url'] },
    ContactWalletChanged: { of: ['userIds'] },
    ContactChatTimerSet: { of: ['seconds'], said: ['connectionId'] },
    ContactRemoved: { of: ['contactStatus', ...person, 'userIds'] },
    ContactsMerged: { of: ['merged'] },
    ContactMergedInto: { of: ['contactStatus', 'winnerId'] },
    ContactsUnmerged: { of: ['merged'] },
    ContactUnmergedFrom: { of: ['contactStatus', 'winnerId'] },
    ContactErased: { of: ['contactStatus', ...person, 'userIds'], said: ['counts'] },
  },
});

export const contactImportPortrait = portrait({
  entity: contactImportEntity,
  picture: ({ status }) => ({ importStatus: status === 'none' ? undefined : status }),
  shows: {
    ContactImportStarted: { of: ['importStatus'], said: ['source', 'rows', 'connectionId'] },
    ContactImportFinished: { of: ['importStatus'], said: ['counts'] },
    ContactImportCancelled: { of: ['importStatus'] },
    ContactImportUndoRequested: { of: ['importStatus'] },
    ContactImportUndone: { of: ['importStatus'], said: ['removed', 'restored', 'kept'] },
  },
});
