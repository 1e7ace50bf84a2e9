import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { streamName } from '#domain/shared/stream.ts';
import { noStream } from '#eventstore/types.ts';
import { openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { is, openLive } from '../testing/live-socket.ts';
import { must, openOffice } from '../testing/office.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

/*
 * A follower that falls behind reads in windows of 32 events. Where the last of them ends with the log, the store says
 * that it has come up to the next event, which is not written yet.
 */
it('a message is told as new whatever number of events came just before it', async () => {
  const base = await harness.listen();
  const office = await openOffice(harness);
  const queueId = await office.queue('Vendas', '#00aa00');
  const connectionId = await office.connection([queueId]);
  const contactId = await office.contact();
  const { email, userId } = await office.user('Ana', { profile: 'user', queueIds: [queueId] });
  await harness.caughtUp();
  const browser = openBrowser(harness);
  await browser.login(email);
  const { companyId } = office;
  const ana = {
    userId,
    companyId,
    profile: 'user' as const,
    superAdmin: false,
    queueIds: [queueId],
    name: 'Ana',
  };
  const ticketId = await office.pending({ contactId, connectionId, queueId });
  must(await harness.commands.ticket.accept(office.context(ana), { ticketId }));
  await harness.caughtUp();
  const socket = openLive(base, browser.token());
  await socket.hello();
  socket.say({ event: 'joinChatBox', ticketId });

  for (const count of [31, 32, 61, 62, 63, 64, 65, 94, 95, 96, 97]) {
    const id = newId();
    const { commandId, at, actor } = office.context();
    const data = { contactId: id, name: 'Clara', email: null, queueId: null };
    const event = { type: 'ContactChanged', data } as const;
    const metadata = { companyId, commandId, at, actor };
    const events = Array.from({ length: count }, () => ({ id: newId(), event, metadata, persons: [id] }));
    const { position } = await harness.store.append(streamName('contact', companyId, id), noStream, events);
    expect(await harness.positions.waitFor('inbox', position, 20_000)).toBe(true);
    const messageId = newId();
    must(await harness.commands.message.queue(office.context(ana), { ticketId, body: 'Olá', messageId }));
    const told = await socket.frame(`message behind ${count} events`, frame => {
      const message = Reflect.get(Object(frame.data), 'message');
      return is('appMessage')(frame) && Reflect.get(Object(message), 'id') === messageId;
    });
    expect([count, told.data]).toMatchObject([count, { action: 'create' }]);
  }
  socket.close();
}, 120_000);
