import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import type { Connector } from '../connector.ts';
import { type Conversation, openAttendant } from '../testing/attendant.ts';
import { ANA, accepted, BOB, type Office, openOffice } from '../testing/office.ts';
import { type Outbox, type OutboxRow, openOutbox } from './outbox.ts';

let office: Office;
let connector: Connector;
let ana: Conversation;
let bob: Conversation;

beforeAll(async () => {
  office = await openOffice();
  // Without a phone nothing goes, and all of it waits.
  connector = await office.startConnector();
  const attendant = openAttendant(office);
  ana = await attendant.open({ number: ANA, name: 'Ana' });
  bob = await attendant.open({ number: BOB, name: 'Bob' });
});
beforeEach(() => office.pool.query('delete from connector.outbox'));
afterAll(async () => {
  await connector.stop();
  await office.end();
});

const byProgram = async ({ ticketId }: Conversation): Promise<string> => {
  const messageId = newId();
  const context = { ...office.bySystem(), actor: { kind: 'token' as const, id: newId() } };
  accepted(await office.commands.message.queue(context, { messageId, ticketId, body: 'Aviso' }));
  return messageId;
};
const untilWaiting = (count: number) =>
  expect
    .poll(async () => (await office.pool.query('select from connector.outbox')).rowCount, { timeout: 20_000 })
    .toBe(count);
/** As the process has it that holds the connection, once one does. */
const open = async (): Promise<Outbox> => {
  const held = () =>
    office.pool.query<{ holder: string; epoch: string }>(
      `select lease_owner as holder, lease_epoch as epoch from connector.session
       where connection_id = $1 and lease_owner is not null`,
      [office.connectionId],
    );
  await expect.poll(async () => (await held()).rowCount, { timeout: 20_000 }).toBe(1);
  const { rows } = await held();
  const { holder = '', epoch = '0' } = rows[0] ?? {};
  return openOutbox(office.pool, office.connectionId, { holder, epoch: Number(epoch) });
};
/** What is sent next, once so many wait. */
const nextOf = async (waiting: number, limit: number): Promise<readonly string[]> => {
  await untilWaiting(waiting);
  const outbox = await open();
  const people = await outbox.take(limit, 'single');
  const programs = await outbox.take(limit - people.length, 'program');
  return [...people, ...programs].map(({ messageId }) => messageId);
};

describe('what programs have queued', () => {
  it('lets what people write pass, however much it is', async () => {
    const notices: string[] = [];
    for (let n = 0; n < 30; n += 1) notices.push(await byProgram(bob));
    const answer = await ana.say('Bom dia!');
    expect(await nextOf(31, 3)).toEqual([answer, notices[0], notices[1]]);
  });

  it('stays in front of what is written later in the same chat', async () => {
    const elsewhere = await byProgram(bob);
    const notice = await byProgram(ana);
    const answer = await ana.say('Bom dia!');
    expect(await nextOf(3, 3)).toEqual([notice, answer, elsewhere]);
  });

  it.each([
    ['given back', (outbox: Outbox, row: OutboxRow) => outbox.putBack(row, { tried: true, uncertain: true })],
    ['found on its way by the next process', (outbox: Outbox) => outbox.recover()],
  ])('stays in front of what was written in its chat while it was on its way: %s', async (_how, back) => {
    const notice = await byProgram(ana);
    await untilWaiting(1);
    const outbox = await open();
    const [row] = await outbox.take(1, 'program');
    expect(row?.messageId).toBe(notice);
    const answer = await ana.say('Bom dia!');
    await untilWaiting(2);
    if (row) await back(outbox, row);
    const rows = await outbox.take(2, 'single');
    expect(rows.map(({ messageId }) => messageId)).toEqual([notice, answer]);
  });

  it('goes in its order where nobody writes', async () => {
    const notices = [await byProgram(bob), await byProgram(ana), await byProgram(bob)];
    expect(await nextOf(3, 3)).toEqual(notices);
  });
});
