import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import type { Provider } from '#domain/connection/events.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { jidOf, openFollowedOffice } from '../testing/followed-office.ts';
import { accepted } from '../testing/office.ts';
import { foldBatch } from './fold-batch.ts';

let office: Awaited<ReturnType<typeof openFollowedOffice>>;
let ofBeta: string;
beforeAll(async () => {
  office = await openFollowedOffice();
  ofBeta = newId();
  const connection = { connectionId: ofBeta, name: 'Filial', provider: 'beta' as const, isDefault: false };
  accepted(await office.commands.connection.create(office.bySystem(), { ...connection, queueIds: [] }));
});
afterAll(() => office.end());

const providers: readonly Provider[] = ['simulator', 'beta'];
let folded = -1;
/** Connectors of both providers follow the log to its end, each in a transaction, at once. */
const followAtOnce = async () => {
  const events = await office.until('the end', () => true);
  const news = events.filter(({ position }) => position > folded);
  folded = events.at(-1)?.position ?? folded;
  const { contact, ticket } = office.commands;
  const asked = { isOthers: contact.isOthers, isTicketOf: ticket.isOf, keys: office.store.keys };
  const outcomes = await Promise.allSettled(
    providers.map(provider =>
      inTransaction(office.pool, client => foldBatch(client, { provider, ...asked }, news)),
    ),
  );
  return outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
};

const writeOn = async (connectionId: string, number: string) => {
  const waKey = { id: newId(), remoteJid: jidOf(number), fromMe: false, participant: null };
  const content = { body: 'Olá', mediaType: 'text' as const, quotedMessageId: null, senderName: null };
  const by = { ...office.bySystem(), actor: { kind: 'connection' as const, id: connectionId } };
  const said = { connectionId, waKey, sentAt: new Date().toISOString(), ...content };
  const chat = { number, lid: null, name: '', isGroup: false };
  accepted(await office.commands.message.receive(by, { ...said, chat }));
};
const erase = async (number: string) => {
  const contactId = await office.contactOf(number);
  const counts = { tickets: 2, messages: 20, notes: 0, media: 0 };
  accepted(
    await office.commands.contact.erase(office.bySystem(), { contactId, confirmation: number, counts }),
  );
  return contactId;
};
const leftOf = async (contactIds: readonly string[]) => {
  const { rows } = await office.pool.query(
    `select 'message' from connector.message where contact_id = any($1)
     union all select 'chat' from connector.chat where contact_id = any($1)
     union all select 'outbox' from connector.outbox where contact_id = any($1)
     union all select 'contact' from connector.contact where contact_id = any($1)`,
    [contactIds],
  );
  return rows;
};

// Somebody who writes on connections of two providers is known to both of their connectors.
it('an erasure is followed by the connectors of two providers at once', async () => {
  for (let round = 0; round < 12; round += 1) {
    const numbers = [`551190010${1000 + round}`, `551190020${1000 + round}`];
    for (const number of numbers)
      for (let said = 0; said < 10; said += 1)
        for (const connectionId of [office.connectionId, ofBeta]) await writeOn(connectionId, number);
    expect(await followAtOnce()).toEqual([]);
    const erased = [];
    for (const number of numbers) erased.push(await erase(number));
    expect([round, await followAtOnce()]).toEqual([round, []]);
    expect(await leftOf(erased)).toEqual([]);
  }
});
