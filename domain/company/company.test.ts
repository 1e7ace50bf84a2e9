import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import * as rules from './company.ts';
import type { CompanyEvent } from './events.ts';

const companyId = idOf(1);
const company = given(rules.companyEntity);
const data: rules.CreateCompany = {
  ...{ companyId, name: 'Demonstração', email: 'x@y.z', phone: null, dueDate: null },
  ...{ recurrence: 'MENSAL', status: true, campaignsEnabled: false },
};
const created: CompanyEvent = { type: 'CompanyCreated', data };

describe('a company', () => {
  const create = (name: string) => (state: rules.Company) => rules.createCompany({ ...data, name }, state);
  const set = (key: string, value: string) => (state: rules.Company) =>
    rules.changeSetting({ companyId, key, value }, state);

  it('is created once, with a name', () => {
    expect(company().when(create('Demonstração')).events).toEqual([created]);
    expect(company(created).when(create('Outra')).rejection?.rejected).toBe('ERR_CONFLICT');
    expect(company().when(create('D')).rejection?.rejected).toBe('ERR_VALIDATION');
  });
  it('changes a setting once', () => {
    const first = company(created).when(set('useKanban', 'enabled'));
    expect(first.events).toHaveLength(1);
    expect(company(created, ...first.events).when(set('useKanban', 'enabled')).decision).toEqual([]);
    expect(company(created).when(set(' ', 'x')).rejection?.rejected).toBe('ERR_NO_SETTING_FOUND');
    expect(company().when(set('call', 'enabled')).rejection?.rejected).toBe('ERR_NO_COMPANY_FOUND');
  });
});
