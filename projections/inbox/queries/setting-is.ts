import { type SettingKey, settings } from '#domain/company/settings.ts';

/** SQL: whether a setting of a company has this value; where nothing is kept of it, its default counts. */
export const settingIs = (company: string, key: SettingKey, value: string): string => `
  coalesce((select x.value from inbox.setting x where x.company = ${company} and x.key = '${key}'),
    '${settings[key].fallback}') = '${value}'`;
