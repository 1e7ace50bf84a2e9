import { companyEvent } from '#contracts/live.ts';
import { isListedFor } from '#domain/contact/wallet.ts';
import { canSee } from '#domain/ticket/visibility.ts';
import { contactsByIds, type KnownContact, standingsOfContacts } from '#projections/inbox/queries/records.ts';
import type { Queryable } from '#projections/tenant.ts';
import { type Audience, everybody } from './audience.ts';
import { type Changes, changesOf } from './changes.ts';
import type { Outgoing } from './frames.ts';

/**
 * Contacts that changed, for those in whose lists they are. Where they are in others' wallets, who sees a ticket of
 * theirs gets what tickets show of them, and all others no more than that lists must not have them.
 */
export const contactFrames = async (db: Queryable, changes: Changes): Promise<readonly Outgoing[]> => {
  const { upserted } = changesOf(changes, 'contact');
  if (upserted.length === 0) return [];
  const contacts = await contactsByIds(db, upserted);
  const inWallets = contacts.filter(({ wallet }) => wallet.length > 0).map(({ id }) => id);
  const standings = inWallets.length > 0 ? await standingsOfContacts(db, inWallets) : [];
  const event = companyEvent(changes.companyId, 'contact');
  return contacts.flatMap(({ gone, wallet, ...contact }) => {
    const known = { action: gone ? 'delete' : 'update', contact };
    if (wallet.length === 0) return [{ event, data: known, audience: everybody }];
    const lists: Audience = ({ viewer }) => isListedFor(viewer, wallet);
    const ofContact = standings.filter(({ contactId }) => contactId === contact.id);
    const sees: Audience = ({ viewer }) => ofContact.some(ticket => canSee(viewer, ticket));
    return [
      { event, data: known, audience: lists },
      {
        ...{ event, data: { action: 'delete', contact: asInTickets(contact) } },
        audience: connection => !lists(connection) && sees(connection),
      },
      {
        ...{ event, data: { action: 'removeFromList', contactId: contact.id } },
        audience: connection => !lists(connection) && !sees(connection),
      },
    ];
  });
};

const asInTickets = (contact: Omit<KnownContact, 'gone' | 'wallet'>) => ({
  ...contact,
  email: null,
  queueId: null,
});
