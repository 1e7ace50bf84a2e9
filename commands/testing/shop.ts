import type { EventStore } from '#eventstore/types.ts';
import type { Principal } from '../context.ts';
import { newId } from '../ids.ts';
import { accepted, by, bySystem, connectionId, createWorld, person } from './world.ts';

/** A company at work: two queues, a connection in the first, a contact, an admin, and an attendant for each queue. */
export const createShop = async (given?: EventStore) => {
  const { store, commands } = createWorld(given);
  const [contactId, sales, support] = [newId(), newId(), newId()];
  const [admin, ana, bruno] = [person('admin'), person('user', [sales]), person('user', [support])];

  const queue = { greetingMessage: '', outOfHoursMessage: '' };
  const queues = [
    { ...queue, queueId: sales, name: 'Vendas', color: 'green' },
    { ...queue, queueId: support, name: 'Suporte', color: 'blue' },
  ];
  for (const one of queues) accepted(await commands.queue.create(bySystem(), one));
  const connection = { connectionId, name: 'Loja', provider: 'simulator' as const, isDefault: true };
  accepted(await commands.connection.create(bySystem(), { ...connection, queueIds: [sales] }));
  const contact = { contactId, name: 'Clara', number: '5511987654321' };
  accepted(await commands.contact.create(bySystem(), contact));
  for (const { userId, queueIds, profile } of [ana, bruno, admin]) {
    const user = { userId, queueIds, profile, name: 'Alguém', email: `${userId}@demo.local` };
    accepted(await commands.user.create(bySystem(), { ...user, superAdmin: false, connectionIds: [] }));
  }

  /** Opens a ticket for the contact: by default Ana's own in her queue. */
  const open = async (
    change: { by?: Principal; queueId?: string | null; status?: 'open' | 'pending' } = {},
  ) => {
    const ticketId = newId();
    const { by: who = ana, queueId = sales, status = 'open' } = change;
    const place = { ticketId, contactId, connectionId, queueId, status };
    return { ticketId, outcome: await commands.ticket.open(by(who), place) };
  };

  return { store, commands, contactId, sales, support, admin, ana, bruno, open };
};
export type Shop = Awaited<ReturnType<typeof createShop>>;
