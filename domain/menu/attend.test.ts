import { describe, expect, it } from 'vitest';
import { idOf } from '../testing/ids.ts';
import type { TicketEvent } from '../ticket/events.ts';
import { ticketEntity } from '../ticket/ticket.ts';
import { attend, type Situation } from './attend.ts';
import { type Attendance, closedAt } from './hours.ts';

const [ticketId, contactId, connectionId, ana] = [idOf(1), idOf(2), idOf(3), idOf(4)];
const [sales, support, finance] = [idOf(5), idOf(6), idOf(7)];
const queue = { greeting: 'Olá da fila', options: [] };
const menu = {
  greeting: 'Olá',
  queues: [
    { ...queue, id: sales, name: 'Vendas' },
    { ...queue, id: support, name: 'Suporte' },
  ],
};
const opened = (queueId: string | null = null, isGroup = false): TicketEvent => ({
  type: 'TicketOpened',
  data: {
    ticketId,
    contactId,
    connectionId,
    queueId,
    userId: null,
    status: isGroup ? 'groups' : 'pending',
    isGroup,
  },
});
const atTop: TicketEvent = {
  type: 'TicketMenuStepped',
  data: { ticketId, queueId: null, optionId: null, wrong: 0 },
};
const left = (reason: 'chosen' | 'limited'): TicketEvent => ({
  type: 'TicketMenuLeft',
  data: { ticketId, queueId: sales, reason },
});
const accepted: TicketEvent = { type: 'TicketAccepted', data: { ticketId, userId: ana, queueId: sales } };
const returned: TicketEvent = { type: 'TicketReturned', data: { ticketId, reason: 'attendant' } };
const closed: TicketEvent = { type: 'TicketClosed', data: { ticketId, userId: ana, justClose: false } };
const reopened: TicketEvent = { type: 'TicketReopened', data: { ticketId, queueId: sales, connectionId } };

const shut = { since: null, until: null, notice: 'Fechado' };
const answered = (history: readonly TicketEvent[], change: Partial<Situation> = {}, answer = 'oi') =>
  attend(
    {
      ticket: history.reduce(ticketEntity.evolve, ticketEntity.initial),
      ...{ menu, language: 'pt-BR', contactQueueId: null, closed: () => undefined },
      ...change,
    },
    answer,
  );

describe('when a contact writes, the machine', () => {
  it('begins the menu in a ticket that is new, and goes on where it is', () => {
    expect(answered([opened()])).toMatchObject({ does: 'menu', outcome: { texts: [{ kind: 'greeting' }] } });
    expect(answered([opened(), atTop], {}, '2')).toMatchObject({
      does: 'menu',
      outcome: { goesTo: { queueId: support } },
    });
  });
  it.each<[string, readonly TicketEvent[]]>([
    ['in a group', [opened(null, true)]],
    ['once somebody accepted', [opened(), accepted]],
    ['once somebody gave it back', [opened(), atTop, accepted, returned]],
    ['when it was closed and opened again by somebody', [opened(), closed, reopened]],
    ['when the menu is over', [opened(), atTop, left('chosen')]],
    ['when the contact had enough of it', [opened(), atTop, left('limited')]],
    ['when it waits in a queue of many', [opened(sales)]],
    ['when it is closed', [opened(), closed]],
  ])('says nothing %s', (_, history) => {
    expect(answered(history)).toEqual({ does: 'nothing' });
  });
  it('asks nothing of a contact with a queue', () => {
    expect(answered([opened(sales)], { contactQueueId: sales })).toEqual({ does: 'nothing' });
  });
  it('greets a contact with a queue by that queue’s words, wherever it is', () => {
    const placedIn = { id: finance, greeting: 'Aqui é o financeiro.' };
    const theirs = { contactQueueId: finance, placedIn };
    const texts = [{ kind: 'greeting', body: 'Aqui é o financeiro.' }];
    expect(answered([opened(finance)], theirs)).toMatchObject({
      does: 'menu',
      outcome: { texts, step: null },
    });
    expect(answered([opened(finance)], { ...theirs, closed: () => shut })).toEqual({
      does: 'notice',
      closed: shut,
    });
    const nothing = { does: 'nothing' };
    expect(answered([opened(finance)], { ...theirs, placedIn: { id: finance, greeting: ' ' } })).toEqual(
      nothing,
    );
    expect(answered([opened(sales)], { ...theirs, placedIn: { id: sales, greeting: 'Olá' } })).toEqual(
      nothing,
    );
  });
  it('greets in the only queue', () => {
    const only = { ...menu, queues: menu.queues.slice(0, 1) };
    expect(answered([opened(sales)], { menu: only })).toMatchObject({ does: 'menu' });
  });
});

describe('out of hours the machine', () => {
  const isShut = { closed: () => shut };
  it('says so and begins no menu, also to whoever waits in a queue', () => {
    expect(answered([opened()], isShut)).toEqual({ does: 'notice', closed: shut });
    expect(answered([opened(), atTop, left('chosen')], isShut)).toEqual({ does: 'notice', closed: shut });
  });
  it('says nothing where people have it', () => {
    expect(answered([opened(), accepted, returned], isShut)).toEqual({ does: 'nothing' });
    expect(answered([opened(), atTop, left('limited')], isShut)).toEqual({ does: 'nothing' });
  });
  it('goes through a menu that has begun, and says so instead of the greeting of what was chosen', () => {
    expect(answered([opened(), atTop], isShut, 'hein')).toMatchObject({ does: 'menu' });
    const closedIs = (queueId: string | null) => (queueId === support ? shut : undefined);
    const outcome = { goesTo: { queueId: support } };
    expect(answered([opened(), atTop], { closed: closedIs }, '2')).toMatchObject({ does: 'notice', outcome });
    expect(answered([opened(), atTop], { closed: closedIs }, '1')).toMatchObject({ does: 'menu' });
  });
});

describe('whether nobody is there', () => {
  const day = (weekdayEn: 'monday' | 'tuesday', startTime: string, endTime: string) => ({
    ...{ weekday: '', weekdayEn, startTime, endTime },
  });
  const monday = { schedules: [day('monday', '08:00', '18:00')], holidays: [] };
  const attendance: Attendance = {
    ...{
      scheduleType: 'queue',
      zone: 'America/Sao_Paulo',
      language: 'pt-BR',
      outOfHoursMessage: 'Da conexão',
    },
    hours: monday,
    queues: [
      { queueId: sales, outOfHoursMessage: 'Da fila', ...monday },
      {
        queueId: support,
        outOfHoursMessage: '',
        schedules: [day('tuesday', '08:00', '18:00')],
        holidays: [],
      },
      { queueId: finance, outOfHoursMessage: '', schedules: [], holidays: [] },
    ],
  };
  const [mondayNoon, sunday] = [new Date('2026-11-23T15:00:00Z'), new Date('2026-11-22T15:00:00Z')];
  const at = (change: Partial<Attendance>, queueId: string | null, instant = sunday) =>
    closedAt({ ...attendance, ...change }, queueId, instant);

  it('is not asked where hours are switched off', () => {
    expect(at({ scheduleType: 'disabled' }, sales)).toBeUndefined();
  });
  it('is said by the company’s hours, with the words of the queue, else of the connection, else ours', () => {
    const company = { scheduleType: 'company' };
    expect(at(company, sales, mondayNoon)).toBeUndefined();
    expect(at(company, sales)).toEqual({
      since: new Date('2026-11-16T21:00:00Z'),
      until: new Date('2026-11-23T11:00:00Z'),
      notice: 'Da fila',
    });
    expect(at(company, null)?.notice).toBe('Da conexão');
    expect(at({ ...company, outOfHoursMessage: ' ' }, null)?.notice).toContain('fora do horário');
    expect(at({ ...company, outOfHoursMessage: '', language: 'en' }, null)?.notice).toContain(
      'out of office',
    );
  });
  it('is said by the hours of the queue; one without any is always open', () => {
    expect([at({}, sales, mondayNoon), at({}, finance)]).toEqual([undefined, undefined]);
    expect(at({}, support, mondayNoon)).toMatchObject({ until: new Date('2026-11-24T11:00:00Z') });
  });
  it('holds while no queue is chosen when none is open, until the first one opens', () => {
    const two = attendance.queues.slice(0, 2);
    expect(at({}, null)).toBeUndefined();
    expect(at({ queues: two }, null, mondayNoon)).toBeUndefined();
    expect(at({ queues: two }, null)?.until).toEqual(new Date('2026-11-23T11:00:00Z'));
  });
});
