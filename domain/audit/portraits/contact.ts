import { type ActiveContact, contactEntity, knownPerson } from '../../contact/contact.ts';
import { contactImportEntity } from '../../contact-import/contact-import.ts';
import { portrait } from '../portrait.ts';

const fieldsOf = (contact: ActiveContact) => ({
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
});

type Fields = { readonly [Field in keyof ReturnType<typeof fieldsOf>]: unknown };
const none: Fields = {
  ...{ name: undefined, number: undefined, email: undefined, isGroup: undefined, queueId: undefined },
  ...{ extraInfo: undefined, notification: undefined, url: undefined, userIds: undefined },
  merged: undefined,
};

const person = ['name', 'number', 'email', 'isGroup', 'queueId', 'extraInfo', 'notification'] as const;

export const contactPortrait = portrait({
  entity: contactEntity,
  picture: contact => {
    const known = contact.status === 'removed' ? undefined : knownPerson(contact);
    return {
      ...(known ? fieldsOf(known) : none),
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
