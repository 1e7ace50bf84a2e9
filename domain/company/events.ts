import { z } from 'zod';
import { type EventsOf, id, isoDate, personal } from '../shared/event.ts';
import { holiday, scheduleEntry } from '../shared/schedule.ts';

export const recurrences = ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const;

export const companyEvents = {
  CompanyCreated: z.object({
    companyId: id,
    name: z.string(),
    email: personal(z.string()),
    phone: personal(z.string()).nullable(),
    dueDate: isoDate.nullable(),
    recurrence: z.enum(recurrences),
    status: z.boolean(),
    campaignsEnabled: z.boolean(),
  }),
  /** Null: its subscription does not end. */
  CompanyDueDateChanged: z.object({ companyId: id, dueDate: isoDate.nullable() }),
  CompanySettingChanged: z.object({ companyId: id, key: z.string(), value: z.string() }),
  /** The key of another service was set, or set again. What it is stands in no event. */
  CompanySecretSet: z.object({ companyId: id, key: z.string() }),
  CompanySecretRemoved: z.object({ companyId: id, key: z.string() }),
  /** What it says to its contacts of its own accord, in its own words; empty: in ours again. */
  CompanyTextChanged: z.object({ companyId: id, key: z.string(), text: z.string() }),
  /** When somebody is there, and on which days that is otherwise, from here on. */
  CompanySchedulesChanged: z.object({
    companyId: id,
    schedules: z.array(scheduleEntry),
    holidays: z.array(holiday),
  }),
};
export type CompanyEvent = EventsOf<typeof companyEvents>;
