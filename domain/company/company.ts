import type { Entity } from '../shared/decider.ts';
import { type Decision, nothing, reject } from '../shared/decision.ts';
import { isName } from '../shared/rules.ts';
import type { CompanyEvent } from './events.ts';

export type Company =
  | { readonly status: 'none' }
  | { readonly status: 'active'; readonly settings: Readonly<Record<string, string>> };

const evolve = (company: Company, event: CompanyEvent): Company => {
  switch (event.type) {
    case 'CompanyCreated':
      return { status: 'active', settings: {} };
    case 'CompanySettingChanged':
      return company.status === 'none'
        ? company
        : { ...company, settings: { ...company.settings, [event.data.key]: event.data.value } };
  }
};

export const companyEntity: Entity<Company, CompanyEvent> = { initial: { status: 'none' }, evolve };

export type CreateCompany = Extract<CompanyEvent, { type: 'CompanyCreated' }>['data'];

export const createCompany = (command: CreateCompany, company: Company): Decision<CompanyEvent> => {
  if (company.status !== 'none') return reject('ERR_CONFLICT', { companyId: command.companyId });
  if (!isName(command.name)) return reject('ERR_VALIDATION', { field: 'name' });
  return [{ type: 'CompanyCreated', data: { ...command, name: command.name.trim() } }];
};

export const changeSetting = (
  command: { readonly companyId: string; readonly key: string; readonly value: string },
  company: Company,
): Decision<CompanyEvent> => {
  if (company.status === 'none') return reject('ERR_NO_COMPANY_FOUND');
  if (command.key.trim() === '') return reject('ERR_NO_SETTING_FOUND');
  return company.settings[command.key] === command.value
    ? nothing
    : [{ type: 'CompanySettingChanged', data: command }];
};
