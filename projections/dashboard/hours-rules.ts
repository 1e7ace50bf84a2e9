import { isDeepStrictEqual } from 'node:util';
import { settingIn } from '#domain/company/settings.ts';
import { type CompanyRule, noRule, type QueueRule } from '#domain/dashboard/business-time.ts';
import type { Recorded } from '#eventstore/types.ts';
import { atOf } from './change.ts';

/** What is said of hours, as it is said: each rule counts from its moment on, and the ones before it stay. */

const ruling = { scheduleType: 'scheduleType', timeZone: 'zone' } as const;
const isRuling = (key: string): key is keyof typeof ruling => Object.hasOwn(ruling, key);

/** Whether an event says something of the company's hours, or of whose count. */
export const saysCompanyHours = (event: Recorded): boolean =>
  event.type === 'CompanySchedulesChanged' ||
  (event.type === 'CompanySettingChanged' && isRuling(event.data.key));

/** The company's rules after an event that says something of them; the same where that is nothing new. */
export const companyRulesAfter = (rules: readonly CompanyRule[], event: Recorded): readonly CompanyRule[] => {
  if (event.type === 'CompanySchedulesChanged') {
    const { schedules, holidays } = event.data;
    return ruled(rules, event, { hours: { schedules, holidays } });
  }
  if (event.type !== 'CompanySettingChanged' || !isRuling(event.data.key)) return rules;
  const { key, value } = event.data;
  return ruled(rules, event, { [ruling[key]]: settingIn(key, value) });
};

const ruled = (
  rules: readonly CompanyRule[],
  event: Recorded,
  change: Partial<Omit<CompanyRule, 'from'>>,
): readonly CompanyRule[] => {
  const { from: _from, ...last } = rules.at(-1) ?? { from: '', ...noRule };
  const next = { ...last, ...change };
  const same = rules.length > 0 && isDeepStrictEqual(last, next);
  return same ? rules : [...rules, { ...next, from: momentAfter(rules, event) }];
};

/** A queue's rules after it was made or changed; the same where that says nothing new of its hours. */
export const queueRulesAfter = (rules: readonly QueueRule[], event: Recorded): readonly QueueRule[] => {
  if (event.type !== 'QueueCreated' && event.type !== 'QueueChanged') return rules;
  const last = rules.at(-1)?.hours;
  const hours = {
    schedules: event.data.schedules ?? last?.schedules ?? [],
    holidays: event.data.holidays ?? last?.holidays ?? [],
  };
  const same = last !== undefined && isDeepStrictEqual(last, hours);
  return same ? rules : [...rules, { hours, from: momentAfter(rules, event) }];
};

/** A clock that went back changes nothing of the order in which things were said. */
const momentAfter = (rules: readonly { readonly from: string }[], event: Recorded): string => {
  const [last, at] = [rules.at(-1)?.from, atOf(event)];
  return last !== undefined && last > at ? last : at;
};
