import type { AnyEvent } from '#domain/catalogue.ts';
import { type Holiday, type ScheduleEntry, weekdayNames, weekdaysInOrder } from '#domain/shared/schedule.ts';
import type { Category } from '#domain/shared/stream.ts';

type StoredHours = { schedules: ScheduleEntry[]; holidays: Holiday[] };

const hoursOf = (shifts: readonly (readonly [string, string])[], holidays: Holiday[] = []): StoredHours => {
  const schedules = weekdaysInOrder.flatMap(weekdayEn =>
    shifts.map(([startTime, endTime]) => ({
      ...{ weekday: weekdayNames[weekdayEn], weekdayEn, startTime, endTime },
    })),
  );
  return { schedules, holidays };
};

/** Two shifts, a night that is two days', a company without a pause, and one that is never there. */
const hoursToSay: readonly StoredHours[] = [
  hoursOf(
    [
      ['08:00', '12:00'],
      ['13:00', '18:00'],
    ],
    [{ day: '11-03', name: 'x', startTime: '09:00', endTime: '10:15' }],
  ),
  hoursOf([
    ['22:00', '02:00'],
    ['01:30', '03:00'],
    ['11:00', '15:00'],
  ]),
  hoursOf([['00:00', '24:00']]),
  hoursOf([['00:00', '00:00']]),
  { schedules: [], holidays: [] },
];

type Asked = {
  readonly slot: number;
  readonly choice: number;
  readonly variant: number;
  readonly companyId: string;
  readonly queueId: string;
};

/** Something that is said of whose hours count, of the hours of the company or a queue, or of the zone. */
export const ruleOf = (
  { slot, choice, variant, companyId, queueId }: Asked,
  made: Set<string>,
): readonly [Category, string, AnyEvent] => {
  const rule = (['hours', 'whose hours', 'queue hours', 'zone'] as const)[slot % 4];
  const hours = hoursToSay[variant % hoursToSay.length] ?? { schedules: [], holidays: [] };
  if (rule === 'hours')
    return ['company', companyId, { type: 'CompanySchedulesChanged', data: { companyId, ...hours } }];
  if (rule === 'queue hours') {
    const type = made.has(queueId) ? 'QueueChanged' : 'QueueCreated';
    made.add(queueId);
    const texts = { name: queueId, color: '#112233', greetingMessage: '', outOfHoursMessage: '' };
    return ['queue', queueId, { type, data: { queueId, ...texts, ...hours } }];
  }
  const [key, values] =
    rule === 'zone'
      ? (['timeZone', ['America/Manaus', 'Europe/Lisbon', 'America/Sao_Paulo']] as const)
      : (['scheduleType', ['queue', 'company', 'disabled']] as const);
  const value = values[choice] ?? '';
  return ['company', companyId, { type: 'CompanySettingChanged', data: { companyId, key, value } }];
};
