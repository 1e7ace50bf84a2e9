import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#eventstore/database/transaction.ts';
import type { Recorded } from '#eventstore/types.ts';
import { createTestDatabase, type TestDatabase } from '#start/postgres/testing.ts';
import { newId } from '../../ids.ts';
import { createAttended } from '../../testing/attended.ts';
import { accepted } from '../../testing/world.ts';
import { migratePolicies } from '../migrate.ts';
import { awaitedReplies } from './awaited-replies.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 10 });
  await migratePolicies(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('truncate policy.due_work, policy.automatic_text, policy.awaited_reply'));

const clara = '5511987654321';
const day = 24 * 60;

/** A company with a menu, its attendant Ana, the contact Clara, and what Ana schedules for her and sends at once. */
const createScene = async (serves: 'first' | 'second' | 'none' = 'second') => {
  const loja = await createAttended(pool, {
    queues: [{ name: 'Vendas' }, { name: 'Suporte' }],
    greeting: 'Olá, somos a Loja.',
  });
  const { commands, bySystem, connectionId, companyId } = loja;
  const [userId, contactId] = [newId(), newId()];
  const queueIds = { first: 0, second: 1, none: 2 }[serves];
  const ana = {
    ...{ userId, name: 'Ana', email: `${userId}@demo.local`, profile: 'user' as const, superAdmin: false },
    ...{ queueIds: loja.queueIds.slice(queueIds, queueIds + 1), connectionIds: [] },
  };
  accepted(await commands.user.create(bySystem(), ana));
  accepted(await commands.contact.create(bySystem(), { contactId, name: 'Clara', number: clara }));
  const status = { connectionId, status: 'CONNECTED' as const, reason: null, number: null };
  const connection = { ...bySystem(), actor: { kind: 'connection' as const, id: connectionId } };
  accepted(await commands.connection.recordStatus(connection, status));
  const byAna = () => ({
    ...{ ...bySystem(), actor: { kind: 'user' as const, id: userId } },
    principal: { ...ana, companyId },
  });
  /** The message begins to be sent, as its time does. */
  const send = async (replyToAuthor = true, change: { by?: 'system' } = {}) => {
    const scheduleId = newId();
    const context = change.by === 'system' ? bySystem() : byAna();
    const plan = { scheduleId, contactId, connectionId, body: 'Sua consulta é amanhã.' };
    const when = { localAt: '2098-11-21T10:00', zone: 'America/Sao_Paulo', recurrence: 'none' as const };
    const outcome = await commands.schedule.create(context, {
      ...plan,
      ...when,
      signed: false,
      replyToAuthor,
    });
    if ('rejected' in outcome) throw new Error(outcome.rejected);
    const now = await commands.schedule.sendNow(byAna(), { scheduleId });
    if ('rejected' in now) throw new Error(now.rejected);
  };
  const reply = async (words = 'Obrigada!') => {
    await loja.write(clara, words);
    await loja.settle();
  };
  return { ...loja, userId, contactId, companyId, byAna, send, reply };
};
const first = async ({ tickets }: { tickets: () => Promise<readonly object[]> }) => (await tickets())[0];

describe('the reply to a scheduled message', () => {
  it('opens a ticket for its author, in the queue that they serve, without a menu', async () => {
    const scene = await createScene();
    await scene.send();
    await scene.reply();
    expect(await first(scene)).toMatchObject({
      ...{ status: 'open', userId: scene.userId, queueId: scene.queueIds[1] },
    });
    expect(await scene.sent()).toEqual([]);
    const given = (await scene.events()).find(({ type }) => type === 'TicketAccepted');
    expect(given?.metadata.actor).toEqual({ kind: 'policy', name: 'attend' });
    expect(given?.metadata.$causationId).toEqual(expect.any(String));
  });

  it('is attended like any other where that is not wanted, or nobody scheduled it', async () => {
    const scene = await createScene();
    await scene.send(false);
    await scene.send(true, { by: 'system' });
    await scene.reply();
    expect(await first(scene)).toMatchObject({ status: 'pending', userId: null });
    expect((await scene.sent()).map(({ kind }) => kind)).toEqual(['greeting']);
  });

  it('is the first that is written, within a week', async () => {
    const scene = await createScene();
    await scene.send();
    await scene.settle();
    await scene.wait(8 * day);
    await pool.query(`update policy.awaited_reply set at = at - interval '8 days'`);
    await scene.reply();
    expect(await first(scene)).toMatchObject({ status: 'pending', userId: null });

    const other = await createScene();
    await other.send();
    await other.reply();
    const [ticket] = await other.tickets();
    const ticketId = ticket?.id ?? '';
    accepted(await other.commands.ticket.close(other.byAna(), { ticketId, justClose: true }));
    await other.reply('Mais uma coisa');
    expect((await other.tickets()).at(-1)).toMatchObject({ status: 'pending', userId: null });
  });

  it('is remembered over restarts, and given once, however often it is looked at', async () => {
    const scene = await createScene('first');
    await scene.send();
    await scene.settle();
    expect((await pool.query('select from policy.awaited_reply')).rowCount).toBe(1);
    await scene.write(clara, 'Obrigada!');
    await scene.settle();
    expect((await pool.query('select from policy.awaited_reply')).rowCount).toBe(0);
    const before = (await scene.events()).length;
    for (const name of Object.keys(scene.read)) delete scene.read[name];
    await scene.settle();
    expect(await scene.events()).toHaveLength(before);
  });

  it('is attended like any other when its author is gone', async () => {
    const scene = await createScene();
    await scene.send();
    accepted(await scene.commands.user.remove(scene.bySystem(), { userId: scene.userId }));
    await scene.reply();
    expect(await first(scene)).toMatchObject({ status: 'pending', userId: null });
    expect((await scene.sent()).map(({ kind }) => kind)).toEqual(['greeting']);
  });

  it('stays with whoever attends its contact', async () => {
    const scene = await createScene();
    for (const words of ['Oi', '2']) await scene.reply(words);
    const [ticket] = await scene.tickets();
    accepted(await scene.commands.ticket.accept(scene.byAna(), { ticketId: ticket?.id ?? '' }));
    await scene.send();
    await scene.reply();
    expect(await scene.tickets()).toHaveLength(1);
    expect((await scene.events()).filter(({ type }) => type === 'TicketAccepted')).toHaveLength(1);
  });

  it('finds its author after the contact was merged into another', async () => {
    const scene = await createScene();
    const kept = newId();
    const other = { contactId: kept, name: 'Clara Lima', number: '5511987650000' };
    accepted(await scene.commands.contact.create(scene.bySystem(), other));
    const merged = { contactId: kept, otherId: scene.contactId };
    accepted(await scene.commands.contact.merge(scene.bySystem(), merged));
    await scene.send();
    await scene.reply();
    expect(await first(scene)).toMatchObject({ status: 'open', userId: scene.userId });
  });

  it('finds its author in the waiting ticket of a contact that was merged, and nobody once that is undone', async () => {
    for (const isUndone of [false, true]) {
      const scene = await createScene();
      const { commands, bySystem } = scene;
      await scene.reply('Oi');
      const [ticket] = await scene.tickets();
      const kept = newId();
      const other = { contactId: kept, name: 'Clara Lima', number: '5511987650000' };
      accepted(await commands.contact.create(bySystem(), other));
      const merged = { contactId: kept, otherId: scene.contactId };
      accepted(await commands.contact.merge(bySystem(), merged));
      await commands.ticket.join(bySystem(), { ticketId: ticket?.id ?? '', contactId: kept });
      await scene.send();
      if (isUndone) accepted(await commands.contact.unmerge(bySystem(), merged));
      await scene.reply();
      expect(await scene.tickets()).toHaveLength(1);
      const given = isUndone ? { status: 'pending', userId: null } : { status: 'open', userId: scene.userId };
      expect(await first(scene)).toMatchObject(given);
    }
  });

  it('makes nobody look under whom a contact is shown, where the company waits for none any more', async () => {
    const [companyId, contactId] = [newId(), newId()];
    const letter = { companyId, messageId: newId(), ticketId: newId(), contactId, from: 'contact' as const };
    const event = { position: 1, metadata: { at: new Date().toISOString() } } as Recorded;
    const looked: string[] = [];
    const shownAs = async (_companyId: string, id: string) => {
      looked.push(id);
      return id;
    };
    const ask = () =>
      inTransaction(pool, client =>
        awaitedReplies({ pool, shownAs }, client, []).answeredBy({ ...letter, event }),
      );
    for (const [whose, daysAgo] of [
      [newId(), 0],
      [companyId, 8],
      [companyId, 0],
    ] as const) {
      expect(looked).toEqual([]);
      const at = new Date(Date.now() - daysAgo * 86_400_000);
      await pool.query('insert into policy.awaited_reply values ($1, $2, $3, $4, $5)', [
        ...[newId(), whose, newId(), newId(), at],
      ]);
      expect(await ask()).toBeUndefined();
    }
    expect(looked).toEqual([contactId]);
  });
});
