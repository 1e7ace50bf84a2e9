import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore } from '#eventstore/types.ts';
import { createCommands } from '../../commands.ts';
import { newId } from '../../ids.ts';
import { openPolicyDatabase, type PolicyDatabase } from '../../testing/policy-database.ts';
import {
  accepted,
  byConnection,
  bySystem,
  companyId,
  connectionId,
  eventsOfType,
  inbound,
} from '../../testing/world.ts';
import { sendAutomatic } from './send-automatic.ts';

let database: PolicyDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await openPolicyDatabase();
  ({ pool } = database);
});
afterAll(() => database.close());

const log = pino({ level: 'silent' });
let store: EventStore;
let ticketId: string;
let contactId: string;
beforeEach(async () => {
  store = openMemoryStore();
  const { connection, message } = createCommands({ store });
  accepted(
    await connection.create(bySystem(), {
      ...{ connectionId, name: 'Loja', provider: 'simulator', isDefault: true, queueIds: [] },
    }),
  );
  accepted(await message.receive(byConnection(), inbound()));
  const [opened] = await eventsOfType(store, 'TicketOpened');
  if (opened?.type !== 'TicketOpened') throw new Error('no ticket');
  ({ ticketId, contactId } = opened.data);
});

const send = (body: string, messageId = newId()) => {
  const context = {
    ...{ companyId, commandId: messageId, at: new Date().toISOString(), principal: null },
    actor: { kind: 'policy' as const, name: 'attend' as const },
  };
  const sending = sendAutomatic({ pool, commands: createCommands({ store }), log });
  return sending(context, { messageId, ticketId, contactId, kind: 'greeting', body });
};
const queued = () => eventsOfType(store, 'MessageQueued');

describe('a text that nobody wrote', () => {
  it('says what it is, and goes once however often its cause is looked at', async () => {
    const messageId = newId();
    expect([await send('Olá', messageId), await send('Olá', messageId)]).toEqual(['sent', 'sent']);
    expect(await queued()).toEqual([
      expect.objectContaining({ data: expect.objectContaining({ body: 'Olá', automatic: 'greeting' }) }),
    ]);
  });

  it('goes twice within ten minutes at most, also when two processes send it at once', async () => {
    const all = await Promise.all([send('Olá'), send('Olá'), send('Olá'), send('Olá')]);
    expect(all.toSorted()).toEqual(['limited', 'limited', 'sent', 'sent']);
    expect(await queued()).toHaveLength(2);
    await pool.query(`update policy.automatic_text set at = at - interval '11 minutes'`);
    expect(await send('Olá')).toBe('sent');
  });

  it('is one of twenty a day at most', async () => {
    for (let n = 0; n < 20; n += 1) expect(await send(`texto ${n}`)).toBe('sent');
    expect(await send('mais um')).toBe('limited');
    await pool.query(`update policy.automatic_text set at = at - interval '25 hours'`);
    expect(await send('mais um')).toBe('sent');
  });
});
