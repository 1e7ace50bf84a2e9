import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { createShop, type Shop } from '../testing/shop.ts';
import {
  accepted,
  by,
  byConnection,
  connectionId,
  createWorld,
  eventsOfType,
  person,
} from '../testing/world.ts';

let store: Shop['store'];
let commands: Shop['commands'];
let contactId: Shop['contactId'];
let sales: Shop['sales'];
let admin: Shop['admin'];
let ana: Shop['ana'];
let open: Shop['open'];
beforeEach(async () => {
  ({ store, commands, contactId, sales, admin, ana, open } = await createShop());
});

describe('writing on a ticket', () => {
  const queue = (who: Shop['ana'], ticketId: string, body = 'Oi', messageId = newId()) =>
    commands.message.queue(by(who), { messageId, ticketId, body });

  it('is for the attendant who has it, and admins', async () => {
    const colleague = person('user', [sales]);
    const { ticketId } = await open();
    expect(await queue(colleague, ticketId)).toEqual({
      rejected: 'ERR_NO_PERMISSION',
      details: { userId: ana.userId },
    });
    accepted(await queue(ana, ticketId));
    accepted(await queue(admin, ticketId));
    const [message] = await eventsOfType(store, 'MessageQueued');
    expect(message?.data).toMatchObject({ contactId, connectionId, userId: ana.userId });
    expect(message?.data).toHaveProperty('waId', expect.stringMatching(/^3EB0[0-9A-F]{18}$/));
  });
  it('refuses nothing but blanks, and closed tickets', async () => {
    const { ticketId } = await open();
    expect(await queue(ana, ticketId, ' \n')).toMatchObject({ rejected: 'ERR_EMPTY_MESSAGE' });
    accepted(await createWorld(store).commands.ticket.close(by(ana), { ticketId }));
    expect(await queue(ana, ticketId)).toMatchObject({ rejected: 'ERR_TICKET_CLOSED' });
  });
  it('tells of every receipt once', async () => {
    const { ticketId } = await open();
    const messageId = newId();
    accepted(await queue(ana, ticketId, 'Oi', messageId));
    const waKey = { id: 'W', remoteJid: '1@lid', fromMe: true, participant: null };
    const record = commands.message;
    const context = byConnection;
    expect(accepted(await record.recordSent(context(), { messageId, waKey })).changed).toBe(true);
    expect(accepted(await record.recordRead(context(), { messageId })).changed).toBe(true);
    expect(accepted(await record.recordDelivered(context(), { messageId })).changed).toBe(false);
    expect(await record.recordRead(by(admin), { messageId })).toMatchObject({
      rejected: 'ERR_NO_PERMISSION',
    });
  });
});
