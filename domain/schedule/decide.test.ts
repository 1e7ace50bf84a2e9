import { describe, expect, it } from 'vitest';
import { isRejection } from '../shared/decision.ts';
import type { Recurrence } from '../shared/recurrence.ts';
import * as rules from './decide.ts';
import type { ScheduleEvent } from './events.ts';
import { scheduleStatuses } from './lifecycle.ts';
import { type Schedule, scheduleEntity } from './schedule.ts';

const scheduleId = '01990000-0000-7000-8000-000000000001';
const contactId = '01990000-0000-7000-8000-000000000002';
const connectionId = '01990000-0000-7000-8000-000000000003';
const at = '2026-11-23T12:00:00.000Z';
const form = {
  ...{ scheduleId, contactId, connectionId, body: 'Sua consulta é amanhã.', localAt: '2026-11-24T09:00' },
  ...{
    zone: 'America/Sao_Paulo',
    recurrence: 'none' as const,
    signed: false,
    replyToAuthor: false,
    at,
    userId: null,
  },
};
const due = '2026-11-24T12:00:00.000Z';
const ways: rules.Ways = { gone: null, isConnected: true, contactId, isAttended: false };
const messageIdOf: rules.MessageIdOf = (localAt, attempt) => `${localAt} ${attempt}`;

const given = (...events: readonly ScheduleEvent[]): Schedule =>
  events.reduce(scheduleEntity.evolve, scheduleEntity.initial);
const told = (decided: ReturnType<typeof rules.createSchedule>): readonly ScheduleEvent[] => {
  if (isRejection(decided)) throw new Error(decided.rejected);
  return decided;
};
const planned = (change: Partial<Omit<typeof form, 'recurrence'>> & { recurrence?: Recurrence } = {}) =>
  told(rules.createSchedule({ ...form, ...change }, given()));
const begin = (schedule: Schedule, change: { at?: string; localAt?: string; ways?: rules.Ways } = {}) =>
  rules.beginSending({ scheduleId, at: due, localAt: form.localAt, ways, messageIdOf, ...change }, schedule);
const started = (schedule: Schedule) => [...told(begin(schedule))];
const first = { scheduleId, messageId: `${form.localAt} 1` };

describe('scheduling a message', () => {
  it('keeps the local time, its zone and the moment that they are', () => {
    const [event] = planned();
    expect(event?.data).toMatchObject({ localAt: '2026-11-24T09:00', zone: form.zone, sendAt: due });
  });
  it.each([
    [{ body: ' oi ! ' }, 'body'],
    [{ body: 'x'.repeat(4_097) }, 'body'],
    [{ localAt: '2026-02-30T09:00' }, 'sendAt'],
    [{ localAt: '2026-11-23T08:58' }, 'sendAt'],
  ])('refuses %j', (change, field) =>
    expect(rules.createSchedule({ ...form, ...change }, given())).toEqual({
      rejected: 'ERR_VALIDATION',
      details: { field },
    }),
  );
  it('takes the minute that is now', () => expect(planned({ localAt: '2026-11-23T09:00' })).toHaveLength(1));
});

describe('its time', () => {
  it('begins the sending, before there is a message', () =>
    expect(started(given(...planned()))).toEqual([
      {
        type: 'ScheduledMessageSendingStarted',
        data: { ...first, localAt: form.localAt, sendAt: due, startedAt: due, next: null, replyTo: null },
      },
    ]));
  it('tells whose ticket a reply opens: that of its author, by the contact that it goes to', () => {
    const userId = '01990000-0000-7000-8000-000000000004';
    const merged = '01990000-0000-7000-8000-000000000005';
    const wanted = told(rules.createSchedule({ ...form, replyToAuthor: true, userId }, given()));
    const [event] = told(begin(given(...wanted), { ways: { ...ways, contactId: merged } }));
    expect(event?.data).toMatchObject({ replyTo: { contactId: merged, connectionId, userId } });
    const [attended] = told(begin(given(...wanted), { ways: { ...ways, isAttended: true } }));
    expect(attended?.data).toMatchObject({ replyTo: null });
    const [nobodys] = told(begin(given(...planned({ replyToAuthor: true }))));
    expect(nobodys?.data).toMatchObject({ replyTo: null });
  });
  it('is nothing to one that moved, ended, or began already', () => {
    const events = planned();
    const moved = told(rules.changeSchedule({ ...form, localAt: '2026-11-24T10:00' }, given(...events)));
    const cancelled = told(rules.cancelSchedule({ scheduleId }, given(...events)));
    for (const more of [moved, cancelled, started(given(...events))])
      expect(begin(given(...events, ...more))).toEqual([]);
    expect(begin(given(...events), { at: '2026-11-24T11:59:59.000Z' })).toEqual([]);
  });
  it('asks for a decision when it passed by more than an hour', () => {
    const schedule = given(...planned());
    expect(told(begin(schedule, { at: '2026-11-24T13:00:00.000Z' }))[0]?.type).toBe(
      'ScheduledMessageSendingStarted',
    );
    const late = begin(schedule, { at: '2026-11-24T13:00:00.001Z' });
    expect(late).toEqual([{ type: 'ScheduledMessageOverdue', data: { scheduleId, localAt: form.localAt } }]);
    expect(begin(given(...planned(), ...told(late)), { at: '2026-11-24T13:00:01.000Z' })).toEqual([]);
  });
  it('waits for a connection that is away, within that hour', () => {
    const away = { gone: null, isConnected: false, contactId, isAttended: false };
    expect(begin(given(...planned()), { ways: away })).toMatchObject({
      rejected: 'ERR_WAPP_NOT_INITIALIZED',
    });
    const late = told(begin(given(...planned()), { ways: away, at: '2026-11-24T14:00:00.000Z' }));
    expect(late[0]?.type).toBe('ScheduledMessageOverdue');
  });
  it.each([
    ['contact', 'ERR_NO_CONTACT_FOUND'],
    ['connection', 'ERR_NO_WAPP_FOUND'],
  ] as const)('ends it when its %s is gone', (gone, reason) =>
    expect(
      begin(given(...planned()), { ways: { gone, isConnected: false, contactId, isAttended: false } }),
    ).toEqual([{ type: 'ScheduledMessageCancelled', data: { scheduleId, reason } }]),
  );
  it('of one that recurs is followed by the next', () => {
    const events = planned({ recurrence: 'daily' });
    const sending = started(given(...events));
    const next = { localAt: '2026-11-25T09:00', sendAt: '2026-11-25T12:00:00.000Z' };
    expect(sending[0]?.data).toMatchObject({ next });
    const sent = told(rules.recordSent(first, given(...events, ...sending)));
    expect(given(...events, ...sending, ...sent)).toMatchObject({ status: 'scheduled', next });
  });
});

describe('what became of its message', () => {
  const sending = [...planned(), ...started(given(...planned()))];
  it('is told once, by the message of the newest try', () => {
    const sent = told(rules.recordSent(first, given(...sending)));
    expect(given(...sending, ...sent)).toMatchObject({ status: 'sent', next: null });
    expect(rules.recordSent(first, given(...sending, ...sent))).toEqual([]);
    expect(rules.recordSent({ ...first, messageId: 'another' }, given(...sending))).toEqual([]);
  });
  it('is tried again under another id, and may be sent after all', () => {
    const failed = told(rules.recordFailed({ ...first, reason: 'ERR_SENDING_WAPP_MSG' }, given(...sending)));
    const history = [...sending, ...failed];
    expect(given(...history).status).toBe('failed');
    expect(rules.recordSent(first, given(...history))).toHaveLength(1);
    const again = told(rules.sendNow({ scheduleId, at: due, ways, messageIdOf }, given(...history)));
    expect(again[0]?.data).toMatchObject({ messageId: `${form.localAt} 2`, localAt: form.localAt });
    expect(rules.recordSent(first, given(...history, ...again))).toEqual([]);
  });
});

describe('what may still be done', () => {
  const events = planned({ recurrence: 'monthly', localAt: '2026-11-30T09:00' });
  const overdue: ScheduleEvent = {
    type: 'ScheduledMessageOverdue',
    data: { scheduleId, localAt: '2026-11-30T09:00' },
  };
  it('is decided by who is asked: send now, with the next time to come behind now', () => {
    const late = '2027-02-10T12:00:00.000Z';
    const [event] = told(
      rules.sendNow({ scheduleId, at: late, ways, messageIdOf }, given(...events, overdue)),
    );
    expect(event?.data).toMatchObject({ localAt: '2026-11-30T09:00', next: { localAt: '2027-02-28T09:00' } });
  });
  it('is to cancel', () =>
    expect(
      given(...events, ...told(rules.cancelSchedule({ scheduleId }, given(...events, overdue)))),
    ).toMatchObject({ status: 'cancelled', next: null }));
  it('is nothing for what was sent or is on its way', () => {
    const sending = [...planned(), ...started(given(...planned()))];
    const sent = [...sending, ...told(rules.recordSent(first, given(...sending)))];
    for (const state of [given(...sending), given(...sent)])
      for (const decided of [
        rules.changeSchedule(form, state),
        rules.cancelSchedule({ scheduleId }, state),
        rules.sendNow({ scheduleId, at, ways, messageIdOf }, state),
        rules.attachFile({ scheduleId, file: null }, state),
      ])
        expect(decided).toMatchObject({ rejected: 'ERR_SCHEDULE_SENT' });
  });
  it('never is to give it to somebody else', () =>
    expect(rules.changeSchedule({ ...form, contactId: connectionId }, given(...planned()))).toMatchObject({
      rejected: 'ERR_VALIDATION',
      details: { field: 'contactId' },
    }));
  it('is nothing when it is gone', () => {
    const gone = given(...planned(), ...told(rules.removeSchedule({ scheduleId }, given(...planned()))));
    expect(rules.cancelSchedule({ scheduleId }, gone)).toMatchObject({ rejected: 'ERR_NO_SCHEDULE_FOUND' });
    expect(rules.removeSchedule({ scheduleId }, gone)).toEqual([]);
    expect(begin(gone)).toEqual([]);
  });
  it('knows every status', () => expect(scheduleStatuses).toHaveLength(6));
});

it('what nobody can reach any more is cancelled with the reason, unless it is over', () => {
  const reason = 'ERR_NO_CONTACT_FOUND';
  const events = planned();
  const gone = told(rules.voidSchedule({ scheduleId, reason }, given(...events)));
  expect(gone).toEqual([{ type: 'ScheduledMessageCancelled', data: { scheduleId, reason } }]);
  expect(rules.voidSchedule({ scheduleId, reason }, given(...events, ...gone))).toEqual([]);
});
