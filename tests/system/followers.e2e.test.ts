import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { noticesAnswer } from '#contracts/notices.ts';
import { streamName } from '#domain/shared/stream.ts';
import { companyId, contacts, phone } from '#start/demo/records.ts';
import { type Caller, contactPhone, login } from './api.ts';
import { demoPassword, type Product, startProduct } from './product.ts';

const { carla, elisa, fabio } = contacts;
const readiness = z.object({
  ok: z.boolean(),
  followers: z.object({
    list: z.array(
      z.object({ name: z.string(), trouble: z.string().nullable(), problem: z.string().nullable() }),
    ),
  }),
});

const parkedList = z.object({
  list: z.array(z.object({ follower: z.string(), stream: z.string().nullable(), reason: z.string() })),
});

/** So long it may take until readiness knows of it. */
const known = { timeout: 15_000, interval: 250 };
const patience = { timeout: 60_000, interval: 250 };

describe('who follows the log', () => {
  let product: Product;
  let database: Client;
  let ana: Caller;

  beforeAll(async () => {
    product = await startProduct();
    database = new Client({ connectionString: product.running().databaseUrl });
    await database.connect();
    ana = await login(product.url, 'admin@demo.local', demoPassword);
  });
  afterAll(async () => {
    await database?.end();
    await product?.stop();
  });

  const ready = async () => {
    const answer = await fetch(`${product.url}/readyz`);
    const { followers } = readiness.parse(await answer.json());
    const troubled = followers.list.filter(({ trouble }) => trouble !== null);
    const troubles = Object.fromEntries(troubled.map(({ name, trouble }) => [name, trouble]));
    return { status: answer.status, troubles };
  };
  const tickets = async () => {
    const statuses = ['open', 'pending'];
    const lists = await Promise.all(statuses.map(status => ana.tickets(`?status=${status}&showAll=true`)));
    return lists.flatMap(list => list.body.tickets);
  };
  const measured = async (metric: string) => {
    const text = await (await fetch(`${product.url}/metrics`)).text();
    const line = text.split('\n').find(each => each.startsWith(`${metric} `));
    return Number(line?.slice(metric.length + 1));
  };

  it.each([
    [
      'projections',
      [...['access', 'audit', 'dashboard', 'inbox'].map(name => `projection ${name}`), 'questions'],
    ],
    [
      'commands',
      [
        ...[
          'policy answer-calls',
          'policy attend',
          'policy auto-close',
          'policy checkpoints',
          'policy closing',
          'policy contact-imports',
          'policy due-work',
          'policy erase-contacts',
        ],
        ...[
          'policy imports',
          'policy integrity',
          'policy leave-queues',
          'policy menu-silence',
          'policy quiet-tickets',
          'policy return-tickets',
        ],
        ...['policy schedules', 'policy take-up', 'policy unattended-sessions', 'policy verifications'],
        ...['policy webhook-deliveries', 'policy webhooks'],
      ],
    ],
    ['connector', ['connector simulator']],
  ])(
    'is named by readiness when the process %s does not go on, and well when it does',
    async (service, names) => {
      await expect.poll(ready, patience).toEqual({ status: 200, troubles: {} });
      const pid = product.running().services[service]?.pid ?? 0;
      process.kill(pid, 'SIGSTOP');
      try {
        const silent = Object.fromEntries(names.map(name => [name, 'silent']));
        await expect.poll(ready, known).toEqual({ status: 503, troubles: silent });
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      await expect.poll(ready, patience).toEqual({ status: 200, troubles: {} });
    },
  );

  it('is named, with how late it is, when it fails again and again', async () => {
    await database.query(`
      create function policy.refuse() returns trigger language plpgsql
        as $$ begin raise exception 'no room for ana@example.com'; end $$;
      create trigger refused before insert or update on policy.quiet_ticket execute function policy.refuse()`);
    await contactPhone(product.simulatorUrl, carla.number, phone.number).write('preciso de ajuda');
    const theirs = async () => (await tickets()).find(each => each.contact.number === carla.number);
    await expect.poll(theirs, patience).toBeDefined();
    const ticket = await theirs();
    if (ticket?.status === 'pending') await ana.change(ticket.id, { status: 'open', userId: ana.user.id });

    await expect.poll(ready, { ...known, timeout: 20_000 }).toEqual({
      status: 503,
      troubles: { 'policy quiet-tickets': 'failing' },
    });
    const answer = readiness.parse(await (await fetch(`${product.url}/readyz`)).json());
    const stuck = answer.followers.list.find(({ name }) => name === 'policy quiet-tickets');
    expect(stuck?.problem).toBe('no room for …');
    expect(await measured('balcao_follower_lag_seconds{follower="policy quiet-tickets"}')).toBeGreaterThan(5);
    expect(await measured('balcao_follower_up{follower="policy quiet-tickets"}')).toBe(0);
    expect(await measured('balcao_follower_up{follower="policy erase-contacts"}')).toBe(1);

    await database.query('drop function policy.refuse() cascade');
    await expect.poll(ready, patience).toEqual({ status: 200, troubles: {} });
    const remembered = 'select from policy.quiet_ticket where ticket_id = $1';
    expect((await database.query(remembered, [ticket?.id])).rowCount).toBe(1);
    expect(await measured('balcao_follower_lag_seconds{follower="policy quiet-tickets"}')).toBe(0);
  });

  it('sets aside a ticket that cannot be read, says so to operators and administrators, and goes on with others', async () => {
    const written = async () =>
      (await tickets()).find(each => each.contact.number === elisa.number && each.lastMessage === 'olá');
    const other = (await tickets()).find(each => each.contact.number === fabio.number);
    await contactPhone(product.simulatorUrl, elisa.number, phone.number).write('olá');
    await expect.poll(written, patience).toBeDefined();
    const stream = streamName('ticket', companyId, (await written())?.id ?? '');
    const raw = EventStoreDBClient.connectionString(product.running().eventstoreUrl);
    await raw.appendToStream(stream, jsonEvent({ type: 'TicketFromTheFuture', data: {} }));
    await raw.dispose();

    const waiting = async () => {
      const answer = await fetch(`${product.url}/readyz`);
      const { parked } = z.object({ parked: parkedList }).parse(await answer.json());
      const named = parked.list.filter(
        each => each.stream === stream && each.reason.includes('FromTheFuture'),
      );
      return { status: answer.status, followers: named.map(({ follower }) => follower).toSorted() };
    };
    await expect.poll(waiting, patience).toMatchObject({
      status: 503,
      followers: expect.arrayContaining(['policy closing', 'policy return-tickets']),
    });
    const theirs = contactPhone(product.simulatorUrl, fabio.number, phone.number);
    expect((await ana.send(other?.id ?? '', 'Já vejo')).status).toBeLessThan(300);
    await expect.poll(async () => JSON.stringify(await theirs.shown()), patience).toContain('Já vejo');
    expect((await ready()).troubles).toEqual({});
    const notices = async () => (await ana.call<z.output<typeof noticesAnswer>>('GET', '/notices')).body;
    await expect
      .poll(async () => (await notices()).notices[0], patience)
      .toMatchObject({ kind: 'processing-held', held: { tickets: 1 }, isNew: true });
  });
});
