import { z } from 'zod';
import { companyTextKeys } from '#domain/company/texts.ts';
import { holiday, scheduleEntry } from '#domain/shared/schedule.ts';
import { settingView } from './views.ts';

/** The calls about a company's settings and hours, under /api: core specification, section 7. */

/**
 * GET /settings: every setting with what counts, whether it was ever said or not. Of a secret whether it is set, never
 * what it is. Others than admins are answered what their screens go by.
 */
export const settingsAnswer = z.array(settingView);

/** PUT /settings/{key}, an admin's. A secret goes with an empty value. */
export const changeSettingBody = z.object({ value: z.string().max(10_000) });

/**
 * GET /settings/texts, an admin's: what contacts are told by itself in words of the company, '' where they are ours. PUT
 * /settings/texts/{key} changes one.
 */
export const companyTextsAnswer = z.array(z.object({ key: z.enum(companyTextKeys), text: z.string() }));
export const changeCompanyTextBody = z.object({ text: z.string().max(10_000) });

/** GET and PUT /companies/{id}/schedules, of the own company. What PUT leaves out stays. */
export const hoursAnswer = z.object({ schedules: z.array(scheduleEntry), holidays: z.array(holiday) });
export const changeHoursBody = z.object({
  schedules: z.array(z.record(z.string(), z.unknown())).max(100).optional(),
  holidays: z.array(z.record(z.string(), z.unknown())).max(300).optional(),
});
