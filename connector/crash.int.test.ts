import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { waIdOf } from '#commands/message/wa-id.ts';
import { openEventStore } from '#eventstore/client.ts';
import { type EmbeddedNode, startEmbeddedNode } from '#eventstore/embedded/server.ts';
import { openServiceKeys, type ServiceKeys } from '#start/person-keys.ts';
import { silenceConsole } from './silence-console.ts';
import { ANA, accepted, BOB, type Office, ofType, openOffice, PHONE, waKey } from './testing/office.ts';

const perContact = 40;

describe('a connector that is killed again and again', () => {
  let office: Office;
  let node: EmbeddedNode;
  let folder: string;
  let personKeys: ServiceKeys;
  let child: ChildProcess;

  const launch = () => {
    const main = new URL('./main.ts', import.meta.url).pathname;
    child = spawn(process.execPath, [main], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...{ ...process.env, PROVIDER: 'simulator', DATA_DIR: folder, WA_KEY: waKey, LOG_LEVEL: 'warn' },
        ...{
          DATABASE_URL: office.databaseUrl,
          EVENTSTORE_URL: node.url,
          SIMULATOR_URL: office.simulator.url,
        },
      },
    });
  };
  const kill = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    await office.pool.query('update connector.session set lease_until = now()');
  };

  beforeAll(async () => {
    silenceConsole();
    folder = await mkdtemp(join(tmpdir(), 'connector-crash-'));
    node = await startEmbeddedNode({ file: join(folder, 'events.db') });
    office = await openOffice(async databaseUrl => {
      personKeys = await openServiceKeys({ databaseUrl, dataDir: folder });
      return openEventStore({ connectionString: node.url, keys: personKeys.keys });
    });
    launch();
    await office.pair();
  });
  afterAll(async () => {
    await kill();
    await personKeys.close();
    await office.end();
    await node.close();
    await rm(folder, { recursive: true });
  });

  it('loses and doubles nothing, both ways, and keeps the order', { timeout: 180_000 }, async () => {
    const tickets = new Map<string, string>();
    for (const contact of [ANA, BOB]) {
      const waId = await office.simulator.write(contact, { to: PHONE, text: 'início' });
      const events = await office.until('first', all =>
        ofType(all, 'MessageReceived').some(event => event.data.waKey.id === waId),
      );
      const first = ofType(events, 'MessageReceived').find(event => event.data.waKey.id === waId);
      tickets.set(contact, first?.data.ticketId ?? '');
    }
    const userId = newId();
    const principal = {
      ...{ userId, companyId: office.companyId, profile: 'admin' as const, superAdmin: false },
      ...{ queueIds: [], name: 'Ana' },
    };
    const context = () => ({
      ...{ ...office.bySystem(), actor: { kind: 'user' as const, id: userId }, principal },
    });
    const queueId = newId();
    const fields = { name: 'Fila', color: '#00ff00', greetingMessage: '', outOfHoursMessage: '' };
    accepted(await office.commands.queue.create(office.bySystem(), { queueId, ...fields }));
    for (const ticketId of tickets.values())
      accepted(await office.commands.ticket.accept(context(), { ticketId, queueId }));

    const written: string[] = [];
    const said = new Map<string, string>();
    const load = async (contact: string) => {
      for (let count = 0; count < perContact; count += 1) {
        written.push(await office.simulator.write(contact, { to: PHONE, text: `de ${contact} ${count}` }));
        const messageId = newId();
        const command = { messageId, ticketId: tickets.get(contact) ?? '', body: `para ${contact} ${count}` };
        accepted(await office.commands.message.queue(context(), command));
        said.set(messageId, contact);
      }
    };
    const loading = Promise.all([load(ANA), load(BOB)]);
    const shares = [0.1, 0.4, 0.7].map(share => share + Math.random() / 5);
    for (const share of shares) {
      await office.until(`${share} of the load`, all => {
        // What was on its way in a crash may be told delivered and never sent.
        const out = [...ofType(all, 'MessageSent'), ...ofType(all, 'MessageDelivered')];
        const gone = new Set(out.map(event => event.data.messageId)).size;
        return ofType(all, 'MessageReceived').length + gone >= share * perContact * 4;
      });
      await kill();
      launch();
    }
    await loading;
    const events = await office.until('everything', all => {
      const received = new Set(ofType(all, 'MessageReceived').map(event => event.data.waKey.id));
      const sent = new Set(ofType(all, 'MessageSent').map(event => event.data.messageId));
      const delivered = new Set(ofType(all, 'MessageDelivered').map(event => event.data.messageId));
      return (
        written.every(waId => received.has(waId)) &&
        [...said.keys()].every(messageId => sent.has(messageId) || delivered.has(messageId))
      );
    });

    const received = ofType(events, 'MessageReceived');
    for (const contact of [ANA, BOB]) {
      const bodies = received.map(event => event.data.body).filter(body => body.startsWith(`de ${contact}`));
      expect(bodies).toEqual(Array.from({ length: perContact }, (_, count) => `de ${contact} ${count}`));
      const expected = [...said].filter(([, to]) => to === contact).map(([messageId]) => waIdOf(messageId));
      const shown = await office.simulator.untilShown(contact, PHONE, all =>
        expected.every(waId => all.some(message => message.id === waId)),
      );
      const mine = shown.filter(message => message.text.startsWith(`para ${contact}`));
      expect(mine.map(message => message.id).sort()).toEqual(expected.sort());
    }
    expect(received.filter(event => event.data.mediaType === 'unavailable')).toEqual([]);

    await office.untilJournalEmpty();
    const { rows } = await office.pool.query(`
      select sum(received)::int received, sum(shown)::int shown,
        (select coalesce(sum(value::int), 0)::int from connector.ledger, jsonb_each_text(rejected)) rejected
      from connector.ledger`);
    expect(rows[0]).toMatchObject({ received: rows[0].shown + rows[0].rejected, shown: received.length });
  });
});
