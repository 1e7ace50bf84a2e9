import { describe, expect, it } from 'vitest';
import { defaultHours } from '../shared/schedule.ts';
import { given, rejected } from '../testing/given.ts';
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

  it('is created once, with a name', () => {
    expect(company().when(create('Demonstração')).events).toEqual([created]);
    expect(company(created).when(create('Outra')).rejection?.rejected).toBe('ERR_CONFLICT');
    expect(company().when(create('D')).rejection?.rejected).toBe('ERR_VALIDATION');
  });
  it('has a date until which its subscription goes, or none', () => {
    const until = (dueDate: string | null) => (state: rules.Company) =>
      rules.changeDueDate({ companyId, dueDate }, state);
    const day = '2027-01-31T00:00:00.000Z';
    expect(company(created).when(until(null)).decision).toEqual([]);
    const dated = company(created).when(until(day));
    expect(dated.events).toEqual([{ type: 'CompanyDueDateChanged', data: { companyId, dueDate: day } }]);
    expect(company(created, ...dated.events).when(until(null)).after).toMatchObject({ dueDate: null });
    expect(company().when(until(day)).rejection?.rejected).toBe('ERR_NO_COMPANY_FOUND');
  });
});

describe('a setting', () => {
  const set = (key: string, value: string) => (state: rules.Company) =>
    rules.changeSetting({ companyId, key, value }, state);

  it('changes once', () => {
    const first = company(created).when(set('useKanban', ' enabled '));
    expect(first.events).toEqual([
      { type: 'CompanySettingChanged', data: { companyId, key: 'useKanban', value: 'enabled' } },
    ]);
    expect(company(created, ...first.events).when(set('useKanban', 'enabled')).decision).toEqual([]);
    expect(company().when(set('call', 'enabled')).rejection?.rejected).toBe('ERR_NO_COMPANY_FOUND');
  });
  it.each(['', ' ', 'nothing', 'asaas', '__proto__', 'toString'])('is not under the key %j', key => {
    expect(company(created).when(set(key, 'enabled')).decision).toEqual(rejected('ERR_NO_SETTING_FOUND'));
  });
  it.each([
    ['call', 'maybe'],
    ['scheduleType', 'enabled'],
    ['timeZone', '+03:00'],
    ['autoCloseHours', '-1'],
    ['autoCloseHours', '8761'],
    ['autoCloseHours', '1.5'],
    ['kanbanDefault', '7'],
    ['language', 'fr'],
  ])('%s is not %s', (key, value) => {
    expect(company(created).when(set(key, value)).decision).toEqual(
      rejected('ERR_VALIDATION', { field: 'value' }),
    );
  });
});

describe('a secret', () => {
  const value = 'chave-muito-secreta';
  const set = (key: string, secret: string) => (state: rules.Company) =>
    rules.setSecret({ companyId, key, value: secret }, state);
  const remove = (key: string) => (state: rules.Company) => rules.removeSecret({ companyId, key }, state);
  const wasSet: CompanyEvent = { type: 'CompanySecretSet', data: { companyId, key: 'asaas' } };

  it('is told to be set each time, and never what it is', () => {
    expect(company(created).when(set('asaas', value)).events).toEqual([wasSet]);
    const again = company(created, wasSet).when(set('asaas', value));
    expect(again.events).toEqual([wasSet]);
    expect(JSON.stringify(again.after)).not.toContain(value);
  });
  it('is removed once', () => {
    expect(company(created).when(remove('asaas')).decision).toEqual([]);
    const removed = company(created, wasSet, wasSet).when(remove('asaas'));
    expect(removed.events).toEqual([{ type: 'CompanySecretRemoved', data: { companyId, key: 'asaas' } }]);
    expect(company(created, wasSet, ...removed.events).when(remove('asaas')).decision).toEqual([]);
  });
  it('is one of few, not empty, and not its own mask', () => {
    for (const decided of [set('call', value), remove('call')])
      expect(company(created).when(decided).decision).toEqual(rejected('ERR_NO_SETTING_FOUND'));
    for (const bad of ['', ' ', '••••••••', 'x'.repeat(2_001)])
      expect(company(created).when(set('asaas', bad)).rejection?.rejected).toBe('ERR_VALIDATION');
    expect(company().when(set('asaas', value)).rejection?.rejected).toBe('ERR_NO_COMPANY_FOUND');
  });
});

describe('a text of a company', () => {
  const set = (key: string, text: string) => (state: rules.Company) =>
    rules.changeText({ companyId, key, text }, state);
  const said: CompanyEvent = {
    type: 'CompanyTextChanged',
    data: { companyId, key: 'ratingThanks', text: 'Valeu!' },
  };

  it('changes once, and is ours again when it is empty', () => {
    expect(company(created).when(set('ratingThanks', ' Valeu! ')).events).toEqual([said]);
    expect(company(created, said).when(set('ratingThanks', 'Valeu!')).decision).toEqual([]);
    expect(company(created).when(set('ratingThanks', '')).decision).toEqual([]);
    expect(company(created, said).when(set('ratingThanks', ' ')).events).toEqual([
      { ...said, data: { ...said.data, text: '' } },
    ]);
    expect(company().when(set('ratingThanks', 'Valeu!')).rejection?.rejected).toBe('ERR_NO_COMPANY_FOUND');
  });
  it('is one of few, and not too long', () => {
    for (const key of ['', 'call', '__proto__', 'toString'])
      expect(company(created).when(set(key, 'x')).decision).toEqual(rejected('ERR_NO_SETTING_FOUND'));
    expect(company(created).when(set('autoClose', 'x'.repeat(1_001))).decision).toEqual(
      rejected('ERR_VALIDATION', { field: 'text' }),
    );
  });
});

describe('the hours of a company', () => {
  const change = (hours: { schedules: unknown; holidays: unknown }) => (state: rules.Company) =>
    rules.changeSchedules({ companyId, ...hours }, state);

  it('change once', () => {
    const first = company(created).when(change(defaultHours));
    expect(first.events).toEqual([{ type: 'CompanySchedulesChanged', data: { companyId, ...defaultHours } }]);
    expect(company(created, ...first.events).when(change(defaultHours)).decision).toEqual([]);
  });
  it('are times of days that there are', () => {
    const [entry] = defaultHours.schedules;
    const bad = [{ ...entry, endTime: '18:60' }];
    expect(company(created).when(change({ ...defaultHours, schedules: bad })).decision).toEqual(
      rejected('ERR_VALIDATION', { field: 'schedules' }),
    );
    const holidays = [{ day: '02-30', name: 'Nunca', startTime: '00:00', endTime: '00:00' }];
    expect(company(created).when(change({ ...defaultHours, holidays })).decision).toEqual(
      rejected('ERR_VALIDATION', { field: 'holidays' }),
    );
    expect(company().when(change(defaultHours)).rejection?.rejected).toBe('ERR_NO_COMPANY_FOUND');
  });
});
