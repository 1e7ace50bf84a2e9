import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { allEvents } from '#commands/testing/world.ts';
import { migrateConnector } from '#connector/migrate.ts';
import { localTimeOf } from '#domain/shared/recurrence.ts';
import type { Recorded } from '#eventstore/types.ts';
import { type Harness, openHarness } from '#gateway/testing/harness.ts';
import { must, type Office, openOffice } from '#gateway/testing/office.ts';
import { commandsService } from './commands-service.ts';

const rounds = 12;
const zone = 'America/Sao_Paulo';

let harness: Harness;
let office: Office;
let service: ReturnType<typeof commandsService>;
let connectionId: string;
let queueId: string;
let ana: NonNullable<Parameters<Office['context']>[0]>;
beforeAll(async () => {
  harness = await openHarness();
  await migrateConnector(harness.pool);
  office = await openOffice(harness);
  queueId = await office.queue('Vendas', '#00aa00');
  const other = await office.queue('Suporte', '#0000aa');
  connectionId = await office.connection([queueId, other]);
  const { commands } = harness;
  const texts = { complationMessage: 'Até logo', ratingMessage: 'De 1 a 3?' };
  must(await commands.connection.change(office.context(), { connectionId, ...texts }));
  const connected = { status: 'CONNECTED' as const, reason: null, number: '5511999990000' };
  must(await commands.connection.recordStatus(office.context(), { connectionId, ...connected }));
  must(await commands.company.changeSetting(office.context(), { key: 'userRating', value: 'enabled' }));
  ana = { ...(await office.user('Ana', { profile: 'admin', queueIds: [queueId] })), superAdmin: false };
  service = commandsService(harness);
  await service.start();
}, 120_000);
afterAll(async () => {
  await service?.stop();
  await harness?.close();
});

const numberOf = (what: 'menu' | 'closing' | 'schedule', round: number) =>
  `55119${{ menu: 1, closing: 2, schedule: 3 }[what]}00000${String(round).padStart(2, '0')}`;
const says = (number: string, body: string) =>
  office.inbound(connectionId, { chat: { number, lid: null, name: 'Clara', isGroup: false }, body });
const contactWith = async (number: string) => {
  const contactId = newId();
  must(await harness.commands.contact.create(office.context(), { contactId, name: 'Clara', number }));
  return contactId;
};

/** A ticket that is attended to, to be closed. */
const attended = async (round: number) => {
  const contactId = await contactWith(numberOf('closing', round));
  const ticketId = await office.pending({ contactId, connectionId, queueId });
  must(await harness.commands.ticket.accept(office.context(ana), { ticketId }));
  return ticketId;
};
/** Longer ago than its contact is given to see it opened again. */
const close = async (ticketId: string) => {
  const at = new Date(Date.now() - 7_000).toISOString();
  must(await harness.commands.ticket.close({ ...office.context(ana), at }, { ticketId }));
};
/** Due at once: a time within the minute that is now is none that has passed. */
const schedule = async (round: number) => {
  const contactId = await contactWith(numberOf('schedule', round));
  const plan = {
    contactId,
    connectionId,
    body: `Lembrete ${round}`,
    localAt: localTimeOf(new Date(), zone),
    zone,
  };
  const usual = { recurrence: 'none' as const, signed: false, replyToAuthor: false };
  const scheduleId = newId();
  must(await harness.commands.schedule.create(office.context(ana), { scheduleId, ...plan, ...usual }));
};
/** Whoever chooses from the menu has been silent for too long. */
const menusTimeOut = () =>
  harness.pool.query(
    `update policy.due_work set due_at = now() where kind = 'menu-silence' and due_at > now()`,
  );

const answered = new Set<string>();
/** Whoever was asked for a mark gives one. */
const answerRatings = async () => {
  const events = await allEvents(harness.store);
  const numbers = new Map(ofType(events, 'ContactCreated').map(({ data }) => [data.contactId, data.number]));
  for (const { data } of ofType(events, 'MessageQueued')) {
    if (data.automatic !== 'rating' || answered.has(data.contactId)) continue;
    answered.add(data.contactId);
    await says(numbers.get(data.contactId) ?? '', '3');
  }
};

type Told = Readonly<Record<string, number>>;
const ofType = <Type extends Recorded['type']>(events: readonly Recorded[], type: Type) =>
  events.filter((event): event is Extract<Recorded, { type: Type }> => event.type === type);
/** How often each thing was said or done, for each whom it concerns, as `2 × what: how many`. */
const told = async (): Promise<Told> => {
  const events = await allEvents(harness.store);
  const things = [
    ...ofType(events, 'MessageQueued').map(({ data }) => [data.contactId, data.automatic ?? data.body]),
    ...(['TicketMenuLeft', 'TicketRatingAsked', 'TicketRated'] as const).flatMap(type =>
      ofType(events, type).map(({ data }) => [data.ticketId, type]),
    ),
    ...ofType(events, 'ScheduledMessageSendingStarted').map(({ data, type }) => [data.scheduleId, type]),
  ];
  const each = Map.groupBy(things, ([whose, what]) => `${whose} ${what?.replace(/\d+$/, '')}`);
  const counts: Record<string, number> = {};
  for (const [key, { length }] of each) {
    const what = `${length} × ${key.slice(key.indexOf(' ') + 1)}`;
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
};

it('twelve kills around menus, their limits, closings, marks and schedules lose and double nothing', async () => {
  const tickets = [];
  for (let round = 0; round < rounds; round += 1) tickets.push(await attended(round));
  for (let round = 0; round < rounds; round += 1) {
    await says(numberOf('menu', round), 'Oi');
    await close(tickets[round] ?? '');
    await schedule(round);
    await menusTimeOut();
    await answerRatings();
    // At another step of the work each time.
    await pause(randomInt(0, 400));
    await service.kill();
    await service.start();
  }
  const settled = async () => {
    await menusTimeOut();
    await answerRatings();
    return told();
  };
  await expect
    .poll(settled, { timeout: 60_000, interval: 200 })
    .toMatchObject({ '1 × TicketMenuLeft': rounds, '1 × rating-thanks': rounds, '1 × scheduled': rounds });
  expect(await told()).toEqual({
    '1 × greeting': rounds,
    '1 × TicketMenuLeft': rounds,
    '1 × completion': rounds,
    '1 × rating': rounds,
    '1 × TicketRatingAsked': rounds,
    '1 × TicketRated': rounds,
    '1 × rating-thanks': rounds,
    '1 × scheduled': rounds,
    '1 × ScheduledMessageSendingStarted': rounds,
  });
  const log = service.log();
  for (const personal of ['Clara', 'Lembrete', numberOf('menu', 0), numberOf('closing', 0), 'De 1 a 3'])
    expect([personal, log.includes(personal)]).toEqual([personal, false]);
}, 300_000);
