import { type Decision, nothing, reject } from '../shared/decision.ts';
import type { ActiveContact, Contact } from './contact.ts';
import type { ContactEvent } from './events.ts';

export type MergeContacts = {
  readonly contactId: string;
  readonly otherId: string;
  /** WhatsApp says they are one: it is not believed where somebody has said that they are not. */
  readonly bySelf?: boolean | undefined;
};

/**
 * The winner's side: from now on another contact is shown under this one. Groups are nobody's double, and who has
 * others merged into them must be separated from those first.
 */
export const mergeContacts = (
  { contactId, otherId, bySelf = false }: MergeContacts,
  winner: Contact,
  other: Contact,
): Decision<ContactEvent> => {
  if (winner.status !== 'active') return reject('ERR_NO_CONTACT_FOUND', { contactId });
  if (other.status === 'merged' && other.winnerId === contactId && winner.merged.includes(otherId))
    return nothing;
  if (other.status !== 'active') return reject('ERR_NO_CONTACT_FOUND', { contactId: otherId });
  if (contactId === otherId || !mayJoin(other) || winner.isGroup) return reject('ERR_VALIDATION', invalid);
  if (bySelf && winner.separated.includes(otherId)) return nothing;
  return winner.merged.includes(otherId)
    ? nothing
    : [{ type: 'ContactsMerged', data: { contactId, otherId } }];
};

/** The other's side. */
export const joinContact = (
  { contactId, winnerId }: { readonly contactId: string; readonly winnerId: string },
  contact: Contact,
): Decision<ContactEvent> => {
  if (contact.status === 'merged' && contact.winnerId === winnerId) return nothing;
  if (contact.status !== 'active') return reject('ERR_NO_CONTACT_FOUND', { contactId });
  if (!mayJoin(contact)) return reject('ERR_VALIDATION', invalid);
  return [{ type: 'ContactMergedInto', data: { contactId, winnerId } }];
};

const mayJoin = ({ merged, isGroup }: ActiveContact): boolean => merged.length === 0 && !isGroup;
const invalid = { field: 'otherId' };

/** The other's side of undoing it; already so when it is on its own again. */
export const leaveContact = (
  { contactId, winnerId }: { readonly contactId: string; readonly winnerId: string },
  contact: Contact,
): Decision<ContactEvent> => {
  if (contact.status === 'active') return nothing;
  if (contact.status !== 'merged' || contact.winnerId !== winnerId)
    return reject('ERR_NO_CONTACT_FOUND', { contactId });
  return [{ type: 'ContactUnmergedFrom', data: { contactId, winnerId } }];
};

type Pair = { readonly contactId: string; readonly otherId: string };

/** The winner's side, when the other refuses: it is as if nobody had merged them. */
export const takeBackMerge = ({ contactId, otherId }: Pair, winner: Contact): Decision<ContactEvent> =>
  winner.status === 'active' && winner.merged.includes(otherId)
    ? [{ type: 'ContactsUnmerged', data: { contactId, otherId, takenBack: true } }]
    : nothing;

/** The winner's side of undoing it. A picture that may be the other's is shown no longer: the next look finds its own. */
export const unmergeContacts = ({ contactId, otherId }: Pair, winner: Contact): Decision<ContactEvent> => {
  if (winner.status !== 'active') return reject('ERR_NO_CONTACT_FOUND', { contactId });
  if (winner.merged.includes(otherId)) {
    const noPicture: ContactEvent = { type: 'ContactPictureChanged', data: { contactId, url: null } };
    const unmerged: ContactEvent = { type: 'ContactsUnmerged', data: { contactId, otherId } };
    return winner.sharedPicture ? [unmerged, noPicture] : [unmerged];
  }
  return winner.separated.includes(otherId)
    ? nothing
    : reject('ERR_NO_CONTACT_FOUND', { contactId: otherId });
};
