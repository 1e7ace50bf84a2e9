import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createCommands } from '#commands/commands.ts';
import type { CommandContext } from '#commands/context.ts';
import { newId } from '#commands/ids.ts';
import { openEventStore } from '#eventstore/client.ts';
import { startNodeProcess } from '#eventstore/contract/node-process.ts';
import { heapFlags, heaps } from '#start/heaps.ts';
import { helpIfAsked } from '#start/help.ts';
import { openServiceKeys } from '#start/person-keys.ts';
import { startEmbeddedPostgres } from '#start/postgres/postgres.ts';
import { ms, summarise } from './measure.ts';
import { accepted } from './whatsapp/premises.ts';
import { endProcess, startProcess, workedMs } from './whatsapp/processes.ts';

helpIfAsked(
  'Usage: npm run bench:menus [-- --small]\nMeasures how long contacts wait for the answers of a menu.',
);

/*
 * A thousand contacts who write within 30 s and go through a menu of three answers, reading each for one to four
 * seconds: from the moment their message stands in the log to the moment the answer does. Then the policies' memory
 * is dropped and built again. The stores are durable and processes of their own, as is the service of the policies;
 * this process stands in for the connector.
 */
const contacts = process.argv.includes('--small') ? 100 : 1_000;
const withinMs = contacts * 30;
const answersOf = ['Oi', '1', '1'];

const folder = await mkdtemp(join(tmpdir(), 'bench-menus-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder });
const node = await startNodeProcess(join(folder, 'events.db'), 0, heapFlags(heaps.eventstore));
const keys = await openServiceKeys({ databaseUrl: postgres.url, dataDir: folder });
const store = openEventStore({ connectionString: node.url, keys: keys.keys });
const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
pool.on('error', () => undefined);
const { company, queue, queueMenu, connection, message } = createCommands({ store });
const [companyId, connectionId, sales, support] = [newId(), newId(), newId(), newId()];
const by = (actor: CommandContext['actor'] = { kind: 'system' }): CommandContext => ({
  ...{ companyId, commandId: newId(), at: new Date().toISOString(), principal: null },
  actor,
});
const startPolicies = () =>
  startProcess(
    fileURLToPath(new URL('../../commands/main.ts', import.meta.url)),
    {
      ...{ DATA_DIR: folder, DATABASE_URL: postgres.url, EVENTSTORE_URL: node.localUrl, LOG_LEVEL: 'warn' },
      // What is measured is the work, not for how long a contact is let speak.
      MENU_PAUSE_MS: '0',
    },
    heapFlags(heaps.commands),
  );
const head = () => store.head();
/** A follower's checkpoint may stay a little behind the end: it is there when it does not move any more. */
const caughtUp = async () => {
  for (let [last, same] = ['', 0]; same < 4; ) {
    const { rows } = await pool
      .query<{ at: string }>(
        `select string_agg(position::text, ' ' order by name) as at from policy.checkpoint
         where name in ('attend', 'menu-silence') having count(*) = 2`,
      )
      .catch(() => ({ rows: [] }));
    const at = rows[0]?.at ?? '';
    same = at !== '' && at === last ? same + 1 : 0;
    last = at;
    await pause(500);
  }
};

/** The answers to each contact, in the order in which they came into the log. */
const answers = new Map<string, { readonly id: string; readonly at: number }[]>();
const told = new Map<string, () => void>();
const following = new AbortController();
/** An answer to a list counts from when WhatsApp has that. */
const goesOut = async ({ messageId, waId: id }: { readonly messageId: string; readonly waId: string }) => {
  const waKey = { id, remoteJid: '5511900000000@s.whatsapp.net', fromMe: true, participant: null };
  accepted(await message.recordSent(by({ kind: 'connection', id: connectionId }), { messageId, waKey }));
};
const follow = async () => {
  for await (const batch of store.subscribe({
    categories: ['message'],
    maxBatch: 500,
    signal: following.signal,
  }))
    for (const { type, data } of batch.events) {
      if (type !== 'MessageQueued' || !data.automatic) continue;
      void goesOut(data);
      const list = answers.get(data.ticketId) ?? [];
      list.push({ id: data.messageId, at: performance.now() });
      answers.set(data.ticketId, list);
      told.get(`${data.ticketId} ${list.length}`)?.();
    }
};

let written = 0;
const times: number[] = [];
const talk = async (index: number): Promise<void> => {
  const number = `55119${String(index).padStart(8, '0')}`;
  let ticketId = '';
  for (const [turn, body] of answersOf.entries()) {
    written += 1;
    const waKey = {
      id: `W${written}`,
      remoteJid: `${number}@s.whatsapp.net`,
      fromMe: false,
      participant: null,
    };
    const outcome = await message.receive(by({ kind: 'connection', id: connectionId }), {
      ...{ connectionId, waKey, body, sentAt: new Date().toISOString(), senderName: 'Clara' },
      ...{ mediaType: 'text', quotedMessageId: null },
      chat: { number, lid: null, name: 'Clara', isGroup: false },
    });
    accepted(outcome);
    const began = performance.now();
    if (ticketId === '') {
      const messageId = await message.inboundId(companyId, connectionId, waKey);
      const [received] = await message.events(companyId, messageId);
      if (received?.type === 'MessageReceived') ({ ticketId } = received.data);
    }
    const isThere = () => (answers.get(ticketId)?.length ?? 0) > turn;
    if (!isThere()) await new Promise<void>(resolve => told.set(`${ticketId} ${turn + 1}`, resolve));
    times.push(Math.max(0, (answers.get(ticketId)?.[turn]?.at ?? Number.NaN) - began));
    await pause(1_000 + Math.random() * 3_000);
  }
};

try {
  const details = { email: 'acme@acme.test', phone: null, dueDate: null, status: true };
  accepted(
    await company.create(by(), {
      ...{ companyId, name: 'Acme', ...details, recurrence: 'MENSAL', campaignsEnabled: false },
    }),
  );
  for (const [queueId, name, color] of [
    [sales, 'Vendas', '#00aa00'],
    [support, 'Suporte', '#0000aa'],
  ] as const)
    accepted(
      await queue.create(by(), {
        queueId,
        name,
        color,
        greetingMessage: `Aqui é ${name}.`,
        outOfHoursMessage: '',
      }),
    );
  for (const [title, text] of [
    ['2ª via', 'Enviaremos a 2ª via.'],
    ['Falar com alguém', 'Um momento.'],
  ] as const)
    await queueMenu.add(by(), { queueId: sales, optionId: newId(), parentId: null, title, message: text });
  accepted(
    await connection.create(by(), {
      ...{ connectionId, name: 'Loja', provider: 'simulator', isDefault: true, queueIds: [sales, support] },
      greetingMessage: 'Olá, somos a Acme.',
    }),
  );
  let policies = await startPolicies();
  await caughtUp();
  const following_ = follow().catch(() => undefined);
  const pids = { policies: policies.pid, Postgres: postgres.pid, 'event store': node.pid };
  const before = Object.entries(pids).map(([name, pid]) => [name, workedMs(pid)] as const);
  const began = performance.now();
  await Promise.all(
    Array.from({ length: contacts }, async (_, index) => {
      await pause((index * withinMs) / contacts);
      return talk(index);
    }),
  );
  const { count, p50, p99 } = summarise(times, performance.now() - began);
  await caughtUp();
  const sent = () => [...answers.values()].reduce((all, list) => all + list.length, 0);
  const work = before.map(([name, was]) => {
    const pid =
      name === 'policies' ? pids.policies : name === 'Postgres' ? pids.Postgres : pids['event store'];
    return `${name} ${ms((workedMs(pid) - was) / count)}`;
  });
  const [cores, load] = [cpus().length, loadavg()[0]?.toFixed(1)];
  console.log(`${contacts} contacts within ${withinMs / 1_000} s, ${cores} processors, load ${load}`);
  console.log(`answers: ${count}, p50 ${ms(p50)}, p99 ${ms(p99)}, longest ${ms(Math.max(...times))}`);
  console.log(`more than one answer to a message: ${sent() - contacts * answersOf.length}`);
  console.log(`processor for each answer: ${work.join(', ')}`);
  await endProcess(policies.child);
  await pool.query('drop schema policy cascade');
  const events = await head();
  policies = await startPolicies();
  await caughtUp();
  console.log(
    `sent by a rebuild of the policies' memory: ${sent() - count}, new in the log: ${(await head()) - events}`,
  );
  await endProcess(policies.child);
  following.abort();
  await following_;
} finally {
  await pool.end();
  await store.close();
  await keys.close();
  await node.terminate();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
