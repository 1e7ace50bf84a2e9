import pg from 'pg';
import { pino } from 'pino';
import { type WebhookType, webhookTypes } from '#domain/webhook/event-types.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore } from '#eventstore/types.ts';
import { createTestDatabase } from '#start/postgres/testing.ts';
import { createCommands } from '../../commands.ts';
import { newId } from '../../ids.ts';
import { accepted, allEvents, bySystem } from '../../testing/world.ts';
import { createDispatcher } from '../dispatcher.ts';
import { takeBatch, webhookParking } from '../follow-events.ts';
import { migrateWebhooks } from '../migrate.ts';
import { giveSecret } from '../secrets.ts';
import { openReceiver, type Receiver } from './receiver.ts';

/** A fresh database with what webhooks keep, for one test file. */
export const openWebhookDatabase = async () => {
  const { url, drop } = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  await migrateWebhooks(pool);
  return { url, pool, close: () => pool.end().then(drop) };
};

/** A company over a store in memory, its endpoints on this machine, and a clock that stands until it is moved. */
export const openStage = async (pool: pg.Pool, store: EventStore = openMemoryStore()) => {
  await pool.query('truncate webhook.progress, webhook.endpoint, webhook.delivery, secrets.webhook_secret');
  await pool.query('insert into webhook.progress (position) values (0)');
  const commands = createCommands({ store });
  const receivers: Receiver[] = [];
  const allowed = new Set<string>();
  let time = new Date('2026-11-23T12:00:00.000Z').getTime();
  const log = pino({ level: 'silent' });
  const now = () => new Date(time);
  const deps = { pool, store, commands, allowed, log, now, chance: () => 0 };
  const parts = { ...deps, keys: store.keys };
  const makeDispatcher = () => createDispatcher(parts);
  const dispatcher = makeDispatcher();
  const taking = { pool, now, parking: webhookParking(log) };
  let taken = 0;

  /** Takes in what the log has now. */
  const follow = async () => {
    const events = (await allEvents(store)).filter(({ position }) => position > taken);
    const position = await store.head();
    if (!(await takeBatch(taking, { events, position, live: true }, taken)))
      throw new Error('the checkpoint is elsewhere');
    taken = position;
  };
  const addEndpoint = async (
    change: {
      readonly events?: readonly WebhookType[];
      readonly payload?: 'thin' | 'full';
      readonly connectionIds?: string[] | null;
      readonly url?: string;
      readonly companyId?: string;
    } = {},
  ) => {
    const receiver = await openReceiver();
    receivers.push(receiver);
    allowed.add(receiver.host);
    const context = { ...bySystem(), ...(change.companyId && { companyId: change.companyId }) };
    const webhookId = newId();
    const fields = {
      ...{ webhookId, url: change.url ?? receiver.url, events: [...(change.events ?? webhookTypes)] },
      ...{ payload: change.payload ?? 'thin', description: '', enabled: true },
      connectionIds: change.connectionIds ?? null,
    } as const;
    accepted(await commands.webhook.create(context, { ...fields, events: [...fields.events] }));
    const given = await giveSecret(parts, {
      webhookId,
      companyId: context.companyId,
      secretId: newId(),
    });
    return { id: webhookId, receiver, secret: given?.secret ?? '' };
  };

  return {
    ...{ store, commands, pool, parts, taking, dispatcher, makeDispatcher, follow, addEndpoint, now },
    advance: (milliseconds: number) => {
      time += milliseconds;
    },
    /** Sends what is due, and waits for its end. */
    deliver: async () => {
      await dispatcher.look();
      await dispatcher.idle();
    },
    rows: async () =>
      (
        await pool.query<Row>(
          'select id, type, status, tries, next_at, position from webhook.delivery order by position, id',
        )
      ).rows,
    close: async () => {
      await dispatcher.stop();
      await Promise.all(receivers.map(receiver => receiver.close()));
    },
  };
};
type Row = {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly tries: number;
  readonly next_at: Date | null;
  readonly position: string;
};
export type Stage = Awaited<ReturnType<typeof openStage>>;
export const second = 1_000;
export const hour = 3_600 * second;
