import { randomInt, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localTimeOf } from '#domain/shared/recurrence.ts';
import { phone } from '#start/demo/records.ts';
import { addContact, type Caller, contactPhone, login } from './api.ts';
import { demoPassword, type Product, startProduct } from './product.ts';

/** Each costs some ten seconds, as the supervisor waits longer between restarts; `SCHEDULE_KILLS=20` is the whole story. */
const rounds = Number(process.env.SCHEDULE_KILLS ?? 4);
const perRound = 2;
const people = Array.from({ length: perRound }, (_, n) => ({
  number: `55489223400${10 + n}`,
  name: `Pessoa ${n + 1}`,
}));
const words = (round: number, n: number): string => `Lembrete ${round + 1} para a pessoa ${n + 1}`;
const all = (n: number): string[] => Array.from({ length: rounds }, (_, round) => words(round, n));

describe('scheduled messages, and the service that sends them killed again and again', () => {
  let product: Product;
  let caller: Caller;
  let contactIds: string[];

  beforeAll(async () => {
    product = await startProduct();
    caller = await login(product.url, 'admin@demo.local', demoPassword);
    contactIds = await Promise.all(people.map(meet));
  });
  afterAll(() => product?.stop());

  /** They are on WhatsApp, and among the company's contacts. */
  const meet = async (person: (typeof people)[number]): Promise<string> => {
    await addContact(product.simulatorUrl, person);
    const { status, body } = await caller.call<{ id: string }>('POST', '/contacts', { body: person });
    expect(status).toBeLessThan(300);
    return body.id;
  };
  const pidOf = (service: string) => product.running().services[service]?.pid;
  const kill = async (...services: string[]): Promise<void> => {
    const pids = services.map(service => pidOf(service));
    for (const pid of pids) if (pid) process.kill(pid, 'SIGKILL');
    const back = () => services.every((service, n) => (pidOf(service) ?? pids[n]) !== pids[n]);
    await expect.poll(back, { timeout: 30_000 }).toBe(true);
  };
  /** Due at once: a time within the minute that is now is none that has passed. */
  const schedule = async (contactId: string, body: string): Promise<void> => {
    const zone = 'America/Sao_Paulo';
    const sendAt = localTimeOf(new Date(), zone);
    const headers = { 'x-command-id': randomUUID() };
    const made = await caller.call('POST', '/schedules', {
      ...{ headers, body: { contactId, body, sendAt, zone, signature: false } },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
  };
  const statuses = async (): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const contactId of contactIds) {
      const { body } = await caller.call<{ schedules: { status: string }[] }>(
        'GET',
        `/schedules/?contactId=${contactId}`,
      );
      for (const { status } of body.schedules) counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  };
  const heard = async (n: number): Promise<string[]> => {
    const shown = await contactPhone(product.simulatorUrl, people[n]?.number ?? '', phone.number).shown();
    return shown.filter(({ fromMe }) => !fromMe).map(({ text }) => text);
  };
  const heardByAll = async (): Promise<string[]> =>
    (await Promise.all(people.map((_, n) => heard(n)))).flat();

  it('sends each once, and forgets none', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(contactIds.map((contactId, n) => schedule(contactId, words(round, n))));
      // At another step of the work each time: before it is noted, while it is begun, on its way, told as sent.
      await new Promise(resolve => setTimeout(resolve, randomInt(0, 250)));
      await kill('commands');
    }
    await expect.poll(statuses, { timeout: 60_000 }).toEqual({ sent: rounds * perRound });
    for (const [n] of people.entries()) expect((await heard(n)).toSorted()).toEqual(all(n).toSorted());
  }, 400_000);

  it('sends nothing again when all that is remembered and read is built anew', async () => {
    const client = new Client({ connectionString: product.running().databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select format('policy.%I', tablename) as name from pg_tables where schemaname = 'policy'`,
    );
    await client.query(`truncate ${rows.map(({ name }) => name).join(', ')}`);
    // Another version than this one's: the read models are folded anew from the log's beginning.
    await client.query('update projection.checkpoint set version = version - 1');
    await client.end();
    await kill('commands', 'projections');
    const behind = async () => {
      const answer = await fetch(`${product.url}/readyz`);
      return answer.status;
    };
    await expect.poll(behind, { timeout: 60_000 }).toBe(200);
    const sentinel = 'Só esta é nova';
    await schedule(contactIds[0] ?? '', sentinel);
    await expect.poll(async () => (await heard(0)).includes(sentinel), { timeout: 60_000 }).toBe(true);
    expect(await heardByAll()).toHaveLength(rounds * perRound + 1);
  }, 180_000);
});
