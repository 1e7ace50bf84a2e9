import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEventStore } from '#eventstore/client.ts';
import { startNodeProcess } from '#eventstore/contract/node-process.ts';
import { memoryPersonKeys } from '#eventstore/person-keys.ts';
import type { EventStore } from '#eventstore/types.ts';
import { createCommands } from './commands.ts';
import { newId } from './ids.ts';
import {
  accepted,
  allEvents,
  by,
  byConnection,
  bySystem,
  companyId,
  inbound,
  person,
} from './testing/world.ts';

let directory: string;
let node: Awaited<ReturnType<typeof startNodeProcess>>;
let store: EventStore;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'personal-data-'));
  node = await startNodeProcess(join(directory, 'log.db'));
  store = openEventStore({ connectionString: node.url, keys: memoryPersonKeys() });
});
afterAll(async () => {
  await store.close();
  await node.terminate();
  await rm(directory, { recursive: true });
});

const secret = {
  contact: 'Clarabela Quixaba',
  number: '5511976543210',
  lid: '770099887766',
  email: 'clarabela@quixaba.example',
  body: 'Preciso de ajuda com a hipoteca',
  edited: 'Preciso de ajuda com o testamento',
  member: 'Mercedes Ipojuca',
  memberLid: '880011223344',
  inGroup: 'A senha do portão é abracadabra',
  answer: 'Bom dia, já vejo a hipoteca',
  notes: 'Cliente mal-humorada',
  picture: 'https://pictures.example/clarabela.jpg',
  attendant: 'Anastácia Borborema',
  attendantEmail: 'anastacia@borborema.example',
  companyEmail: 'chefia@empresa.example',
  ownNumber: '5511955554444',
};

const tell = async () => {
  const commands = createCommands({ store });
  const { company, connection, contact, message, queue, ticket, user } = commands;
  const [contactId, queueId, connectionId] = [newId(), newId(), newId()];
  const admin = person('admin', [queueId]);
  const texts = { greetingMessage: '', outOfHoursMessage: '' };
  const colleague = newId();
  accepted(
    await company.create(bySystem(), {
      ...{ companyId, name: 'Empresa', email: secret.companyEmail, phone: secret.ownNumber, dueDate: null },
      ...{ recurrence: 'MENSAL', status: true, campaignsEnabled: false },
    }),
  );
  accepted(await queue.create(bySystem(), { queueId, name: 'Vendas', color: 'green', ...texts }));
  const place = { connectionId, name: 'Loja', provider: 'simulator' as const, isDefault: true };
  accepted(await connection.create(bySystem(), { ...place, queueIds: [] }));
  for (const userId of [admin.userId, colleague])
    accepted(
      await user.create(bySystem(), {
        ...{ userId, name: secret.attendant, email: `${userId}${secret.attendantEmail}`, profile: 'admin' },
        ...{ superAdmin: false, queueIds: [queueId], connectionIds: [] },
      }),
    );
  const { number, lid, email } = secret;
  accepted(await contact.create(bySystem(), { contactId, name: secret.contact, number, lid, email }));
  accepted(await contact.changePicture(byConnection(), { contactId, url: secret.picture }));

  const chat = { number, lid, name: secret.contact, isGroup: false };
  const waKey = { id: 'W1', remoteJid: `${lid}@lid`, fromMe: false, participant: null };
  const first = { connectionId, chat, waKey, body: secret.body, senderName: secret.contact };
  accepted(await message.receive(byConnection(), inbound(first)));
  const remoteJid = '120363000000000001@g.us';
  accepted(
    await message.receive(
      byConnection(),
      inbound({
        ...{ connectionId, body: secret.inGroup, senderName: secret.member },
        chat: { number: '120363000000000001', lid: null, name: 'Condomínio', isGroup: true },
        waKey: { id: 'W2', remoteJid, fromMe: false, participant: `${secret.memberLid}@lid` },
      }),
    ),
  );
  const [received] = (await allEvents(store)).filter(event => event.type === 'MessageReceived');
  if (!received) throw new Error('nothing was received');
  const { messageId, ticketId } = received.data;
  accepted(await message.recordEdited(byConnection(), { messageId, body: secret.edited }));
  const reaction = { messageId, emoji: '👍', fromMe: false, by: `${lid}@lid` };
  accepted(await message.recordReaction(byConnection(), reaction));
  accepted(await ticket.accept(by(admin), { ticketId, queueId }));
  accepted(await ticket.transfer(by(admin), { ticketId, queueId, userId: colleague, notes: secret.notes }));
  accepted(
    await message.queue(by(admin), {
      ...{ messageId: newId(), ticketId, body: secret.answer, mediaType: 'text', quotedMessageId: null },
    }),
  );
};

it('nothing personal of a story stands in the files of the event store, and all of it comes back', async () => {
  await tell();
  const events = JSON.stringify(await allEvents(store));
  for (const text of Object.values(secret)) expect(events).toContain(text);

  const entries = await readdir(directory, { withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(({ name }) => name);
  const contents = await Promise.all(files.map(file => readFile(join(directory, file))));
  const everything = Buffer.concat(contents);
  expect(files).toEqual(expect.arrayContaining(['log.db', 'log.db-wal']));
  expect(everything.includes('MessageReceived')).toBe(true);
  for (const text of Object.values(secret))
    for (const encoding of ['utf8', 'base64', 'hex'] as const)
      expect(everything.includes(Buffer.from(Buffer.from(text).toString(encoding))), text).toBe(false);
});
