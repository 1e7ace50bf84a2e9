import { beforeEach, describe, expect, it } from 'vitest';
import { StoreUnavailable } from '#eventstore/types.ts';
import { newId } from '../ids.ts';
import { createShop, type Shop } from '../testing/shop.ts';
import {
  accepted,
  by,
  byConnection,
  connectionId,
  createWorld,
  eventsOfType,
  inbound,
} from '../testing/world.ts';

let store: Shop['store'];
let commands: Shop['commands'];
let contactId: Shop['contactId'];
let sales: Shop['sales'];
let support: Shop['support'];
let admin: Shop['admin'];
let ana: Shop['ana'];
let bruno: Shop['bruno'];
let open: Shop['open'];
beforeEach(async () => {
  ({ store, commands, contactId, sales, support, admin, ana, bruno, open } = await createShop());
});

describe('who works on some connections', () => {
  const refused = { rejected: 'ERR_NO_PERMISSION' };
  const away = () => ({ ...ana, connectionIds: [newId()] });

  it('neither opens, takes, writes in nor reopens tickets on others', async () => {
    expect((await open({ by: away() })).outcome).toMatchObject(refused);
    const { ticketId } = await open({ by: bruno, queueId: support });
    expect(await commands.ticket.accept(by(away()), { ticketId })).toMatchObject(refused);
    accepted(await commands.ticket.close(by(bruno), { ticketId }));
    expect(
      await commands.ticket.reopen(by(away()), { ticketId, queueId: sales, connectionId }),
    ).toMatchObject(refused);
    const message = { messageId: newId(), ticketId, body: 'Oi' };
    expect(await commands.message.queue(by(away()), message)).toMatchObject(refused);
    accepted(
      await commands.ticket.reopen(by({ ...ana, connectionIds: [connectionId] }), {
        ...{ ticketId, queueId: sales },
      }),
    );
  });
  it('is no other, being an admin', async () => {
    accepted((await open({ by: { ...admin, connectionIds: [newId()] } })).outcome);
  });
});

describe('opening a ticket', () => {
  it('opens it for the acting person', async () => {
    accepted((await open()).outcome);
    const [opened] = await eventsOfType(store, 'TicketOpened');
    expect(opened?.data).toMatchObject({ status: 'open', userId: ana.userId, queueId: sales });
  });
  it('refuses a second active ticket of the contact, and says which there is', async () => {
    const { ticketId } = await open();
    const second = await open({ by: admin, queueId: null });
    expect(second.outcome).toEqual({ rejected: 'ERR_OTHER_OPEN_TICKET', details: { ticketId } });
    accepted(await commands.ticket.close(by(ana), { ticketId }));
    accepted((await open()).outcome);
  });
  it('gives one ticket when two are opened and a message comes at once', async () => {
    const outcomes = await Promise.all([
      open().then(({ outcome }) => outcome),
      createWorld(store).commands.message.receive(byConnection(), inbound({ chat: { lid: null } })),
      open({ by: admin }).then(({ outcome }) => outcome),
    ]);
    expect(outcomes[1]).toMatchObject({ changed: true });
    expect(await eventsOfType(store, 'TicketOpened')).toHaveLength(1);
  });
  it('refuses a foreign queue and none at all to attendants, not to admins', async () => {
    expect((await open({ queueId: support })).outcome).toMatchObject({ rejected: 'ERR_USER_NOT_IN_QUEUE' });
    expect((await open({ queueId: null })).outcome).toMatchObject({ rejected: 'ERR_QUEUE_REQUIRED' });
    accepted((await open({ by: admin, queueId: null })).outcome);
  });
  it('refuses what is not there', async () => {
    const at = (place: object) =>
      commands.ticket.open(by(admin), {
        ...{ ticketId: newId(), contactId, connectionId, queueId: null, status: 'pending' },
        ...place,
      });
    expect(await at({ contactId: newId() })).toMatchObject({ rejected: 'ERR_NO_CONTACT_FOUND' });
    expect(await at({ connectionId: newId() })).toMatchObject({ rejected: 'ERR_NO_WAPP_FOUND' });
    expect(await at({ queueId: newId() })).toMatchObject({ rejected: 'ERR_NO_QUEUE_FOUND' });
  });
  it('takes over from one that never came to be', async () => {
    let appends = 0;
    const crashing = createWorld({
      ...store,
      append: (...args) =>
        ++appends > 1 ? Promise.reject(new StoreUnavailable('gone')) : store.append(...args),
    });
    const place = { contactId, connectionId, queueId: sales, status: 'open' as const };
    await expect(crashing.commands.ticket.open(by(ana), { ...place, ticketId: newId() })).rejects.toThrow(
      StoreUnavailable,
    );
    accepted((await open()).outcome);
  });
});

describe('a ticket of another queue', () => {
  it('is not accepted into a queue that the company does not have', async () => {
    const { ticketId } = await open({ status: 'pending' });
    const queueId = newId();
    expect(await commands.ticket.accept(by(admin), { ticketId, queueId })).toEqual({
      rejected: 'ERR_NO_QUEUE_FOUND',
      details: { queueId },
    });
    accepted(await commands.ticket.accept(by(admin), { ticketId, queueId: support }));
  });
  it('is not the attendant’s to accept, close, read or write on', async () => {
    const { ticketId } = await open({ status: 'pending' });
    const refused = { rejected: 'ERR_NO_PERMISSION' };
    expect(await commands.ticket.accept(by(bruno), { ticketId })).toMatchObject(refused);
    expect(await commands.ticket.close(by(bruno), { ticketId })).toMatchObject(refused);
    expect(await commands.ticket.read(by(bruno), { ticketId })).toMatchObject(refused);
    const message = { ticketId, messageId: newId(), body: 'Oi' };
    expect(await commands.message.queue(by(bruno), message)).toMatchObject(refused);
    accepted(await commands.ticket.accept(by(admin), { ticketId }));
  });
});

describe('transferring', () => {
  it('gives it to an attendant of the queue, who must be there', async () => {
    const { ticketId } = await open();
    const to = (queueId: string | null, userId: string | null) =>
      commands.ticket.transfer(by(ana), { ticketId, queueId, userId });
    expect(await to(null, bruno.userId)).toMatchObject({ rejected: 'ERR_QUEUE_REQUIRED' });
    expect(await to(sales, bruno.userId)).toMatchObject({ rejected: 'ERR_USER_NOT_IN_QUEUE' });
    expect(await to(support, newId())).toMatchObject({ rejected: 'ERR_NO_USER_FOUND' });
    expect(await to(newId(), null)).toMatchObject({ rejected: 'ERR_NO_QUEUE_FOUND' });
    accepted(await to(support, bruno.userId));
    accepted(await commands.ticket.return(by(bruno), { ticketId }));
  });
});

describe('deleting', () => {
  it('is for admins, and leaves room for a new ticket', async () => {
    const { ticketId } = await open();
    expect(await commands.ticket.delete(by(ana), { ticketId })).toMatchObject({
      rejected: 'ERR_NO_PERMISSION',
    });
    accepted(await commands.ticket.delete(by(admin), { ticketId }));
    accepted((await open()).outcome);
  });
});
