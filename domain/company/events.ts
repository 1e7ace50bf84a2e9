import { z } from 'zod';
import { type EventsOf, id, isoDate, personal } from '../shared/event.ts';

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
  CompanySettingChanged: z.object({ companyId: id, key: z.string(), value: z.string() }),
};
export type CompanyEvent = EventsOf<typeof companyEvents>;
