import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { createShop, type Shop } from '../testing/shop.ts';
import { accepted, by, byConnection, bySystem, companyId, eventsOfType, inbound } from '../testing/world.ts';

const rita = { number: '5511900000009', lid: null };

let shop: Shop;
let ticketId: string;
/** Clara's ticket is resolved; she is shown as Rita. */
beforeEach(async () => {
  shop = await createShop();
  const { commands, contactId: otherId } = shop;
  const company = { name: 'Loja', email: 'loja@demo.local', phone: null, dueDate: null, status: true };
  const plan = { recurrence: 'MENSAL' as const, campaignsEnabled: false };
  accepted(await commands.company.create(bySystem(), { companyId, ...company, ...plan }));
  accepted(await commands.company.changeSetting(bySystem(), { key: 'userRating', value: 'enabled' }));
  ({ ticketId } = await shop.open());
  const contactId = newId();
  accepted(await commands.contact.create(bySystem(), { contactId, name: 'Rita', number: rita.number }));
  accepted(await commands.message.receive(byConnection(), inbound({ chat: rita })));
  accepted(await commands.ticket.close(by(shop.ana), { ticketId }));
  accepted(await commands.contact.merge(bySystem(), { contactId, otherId }));
});
const ratingAsked = async () => (await shop.commands.ticket.closing(companyId, { ticketId }))?.rating;

describe('a resolved ticket of a contact who was merged', () => {
  it('is asked no mark for while they are attended in a ticket of whom they are shown as', async () => {
    expect(await ratingAsked()).toBeUndefined();
  });

  it('is asked a mark for when that one has ended', async () => {
    const [, ritas] = (await eventsOfType(shop.store, 'TicketOpened')).map(({ entityId }) => entityId);
    accepted(await shop.commands.ticket.close(by(shop.admin), { ticketId: ritas ?? '', justClose: true }));
    expect(await ratingAsked()).toEqual(expect.any(String));
  });
});
