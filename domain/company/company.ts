import type { Entity } from '../shared/decider.ts';
import { type Decision, nothing, type Rejection, reject } from '../shared/decision.ts';
import { isName } from '../shared/rules.ts';
import { type Hours, holidaysInput, schedulesInput } from '../shared/schedule.ts';
import type { CompanyEvent } from './events.ts';
import {
  isSecretKey,
  isSecretValue,
  type SettingValues,
  settingOf,
  settingsFrom,
  settingValue,
} from './settings.ts';
import { companyText, isCompanyTextKey } from './texts.ts';

export type Company =
  | { readonly status: 'none' }
  | {
      readonly status: 'active';
      readonly dueDate: string | null;
      /** As they were said; what counts where nothing was is in settings.ts. */
      readonly settings: Readonly<Record<string, string>>;
      /** Absent while there never was one. */
      readonly secrets?: readonly string[];
      readonly hours?: Hours;
      /** Absent while there never was one: see texts.ts. */
      readonly texts?: Readonly<Record<string, string>>;
    };

const evolve = (company: Company, event: CompanyEvent): Company => {
  if (event.type === 'CompanyCreated') return { status: 'active', dueDate: event.data.dueDate, settings: {} };
  if (company.status === 'none') return company;
  switch (event.type) {
    case 'CompanyDueDateChanged':
      return { ...company, dueDate: event.data.dueDate };
    case 'CompanySettingChanged':
      return { ...company, settings: { ...company.settings, [event.data.key]: event.data.value } };
    case 'CompanyTextChanged':
      return { ...company, texts: { ...company.texts, [event.data.key]: event.data.text } };
    case 'CompanySecretSet':
      return { ...company, secrets: [...without(company.secrets, event.data.key), event.data.key] };
    case 'CompanySecretRemoved':
      return { ...company, secrets: without(company.secrets, event.data.key) };
    case 'CompanySchedulesChanged': {
      const { schedules, holidays } = event.data;
      return { ...company, hours: { schedules, holidays } };
    }
  }
};

const without = (secrets: readonly string[] = [], key: string): readonly string[] =>
  secrets.filter(each => each !== key);

/** Every setting of a company with what counts; the defaults of a company that is none. */
export const settingsOf = (company: Company): SettingValues =>
  settingsFrom(
    Object.entries(company.status === 'active' ? company.settings : {}).map(([key, value]) => ({
      key,
      value,
    })),
  );

export const companyEntity: Entity<Company, CompanyEvent> = { initial: { status: 'none' }, evolve };

export type CreateCompany = Extract<CompanyEvent, { type: 'CompanyCreated' }>['data'];

export const createCompany = (command: CreateCompany, company: Company): Decision<CompanyEvent> => {
  if (company.status !== 'none') return reject('ERR_CONFLICT', { companyId: command.companyId });
  if (!isName(command.name)) return reject('ERR_VALIDATION', { field: 'name' });
  return [{ type: 'CompanyCreated', data: { ...command, name: command.name.trim() } }];
};

export const changeDueDate = (
  command: { readonly companyId: string; readonly dueDate: string | null },
  company: Company,
): Decision<CompanyEvent> => {
  if (company.status === 'none') return reject('ERR_NO_COMPANY_FOUND');
  return company.dueDate === command.dueDate ? nothing : [{ type: 'CompanyDueDateChanged', data: command }];
};

type OfCompany = { readonly companyId: string };

/** ERR_NO_SETTING_FOUND for a key that is none or a secret's, ERR_VALIDATION for a value that is not one of it. */
export const changeSetting = (
  { companyId, key, value: given }: OfCompany & { readonly key: string; readonly value: string },
  company: Company,
): Decision<CompanyEvent> => {
  if (company.status === 'none') return reject('ERR_NO_COMPANY_FOUND');
  const setting = settingOf(key);
  if (!setting) return reject('ERR_NO_SETTING_FOUND');
  const value = settingValue(setting, given);
  if (value === undefined) return reject('ERR_VALIDATION', { field: 'value' });
  return company.settings[key] === value
    ? nothing
    : [{ type: 'CompanySettingChanged', data: { companyId, key, value } }];
};

/** ERR_NO_SETTING_FOUND for a key that is no text's, ERR_VALIDATION for one that is too long. */
export const changeText = (
  { companyId, key, text: given }: OfCompany & { readonly key: string; readonly text: string },
  company: Company,
): Decision<CompanyEvent> => {
  if (company.status === 'none') return reject('ERR_NO_COMPANY_FOUND');
  if (!isCompanyTextKey(key)) return reject('ERR_NO_SETTING_FOUND');
  const text = companyText(given);
  if (text === undefined) return reject('ERR_VALIDATION', { field: 'text' });
  return (company.texts?.[key] ?? '') === text
    ? nothing
    : [{ type: 'CompanyTextChanged', data: { companyId, key, text } }];
};

/** Notes that a secret was set. Whether the value is one is looked at here; it goes no further. */
export const setSecret = (
  { companyId, key, value }: OfCompany & { readonly key: string; readonly value: string },
  company: Company,
): Decision<CompanyEvent> => {
  const refused = refuseSecret(key, company);
  if (refused) return refused;
  return isSecretValue(value)
    ? [{ type: 'CompanySecretSet', data: { companyId, key } }]
    : reject('ERR_VALIDATION', { field: 'value' });
};

export const removeSecret = (
  { companyId, key }: OfCompany & { readonly key: string },
  company: Company,
): Decision<CompanyEvent> => {
  const refused = refuseSecret(key, company);
  if (refused || company.status === 'none') return refused ?? nothing;
  return company.secrets?.includes(key)
    ? [{ type: 'CompanySecretRemoved', data: { companyId, key } }]
    : nothing;
};

const refuseSecret = (key: string, company: Company): Rejection | undefined => {
  if (company.status === 'none') return reject('ERR_NO_COMPANY_FOUND');
  return isSecretKey(key) ? undefined : reject('ERR_NO_SETTING_FOUND');
};

/** ERR_VALIDATION with the field that is not as schedule.ts wants it. */
export const changeSchedules = (
  command: OfCompany & { readonly schedules: unknown; readonly holidays: unknown },
  company: Company,
): Decision<CompanyEvent> => {
  if (company.status === 'none') return reject('ERR_NO_COMPANY_FOUND');
  const schedules = schedulesInput.safeParse(command.schedules);
  if (!schedules.success) return reject('ERR_VALIDATION', { field: 'schedules' });
  const holidays = holidaysInput.safeParse(command.holidays);
  if (!holidays.success) return reject('ERR_VALIDATION', { field: 'holidays' });
  const hours = { schedules: schedules.data, holidays: holidays.data };
  return JSON.stringify(hours) === JSON.stringify(company.hours)
    ? nothing
    : [{ type: 'CompanySchedulesChanged', data: { companyId: command.companyId, ...hours } }];
};
