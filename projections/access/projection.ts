import { type AnyEventType, catalogue } from '#domain/catalogue.ts';
import type { recurrences } from '#domain/company/events.ts';
import type { Profile } from '#domain/user/events.ts';
import { fold, type Projection } from '../kit/projection.ts';
import { flag, instant, isoInstant, nullable, table, text, uuid, uuids, word } from '../kit/table.ts';

export const accessUserTable = table('account', {
  columns: {
    id: uuid,
    name: text,
    email: text,
    profile: word<Profile>(),
    superAdmin: flag,
    queueIds: uuids,
    connectionIds: uuids,
    analyst: flag,
  },
  indexes: ['(lower(email))', '(company_id)'],
});

export const companyTable = table('company', {
  columns: {
    id: uuid,
    name: text,
    email: text,
    phone: nullable(text),
    dueDate: nullable(instant),
    recurrence: word<(typeof recurrences)[number]>(),
    status: flag,
    campaignsEnabled: flag,
  },
});

export const companySettingTable = table('setting', {
  key: ['company', 'key'],
  columns: { company: uuid, key: text, value: text },
});

const accountFold = fold(
  accessUserTable,
  {
    UserCreated: {
      evolve: (_, { data: { userId, analyst = false, ...data } }) => ({ id: userId, analyst, ...data }),
    },
    UserChanged: {
      evolve: (row, { data: { userId, analyst = false, ...data } }) =>
        row ? { ...row, analyst, ...data } : null,
    },
    UserRemoved: { evolve: () => null },
  },
  'user',
);

const companyFold = fold(
  companyTable,
  {
    CompanyCreated: {
      evolve: (_, { data: { companyId, dueDate, ...data } }) => ({
        id: companyId,
        ...data,
        dueDate: dueDate && isoInstant(dueDate),
      }),
    },
    CompanyDueDateChanged: {
      evolve: (row, { data: { dueDate } }) =>
        row ? { ...row, dueDate: dueDate && isoInstant(dueDate) } : null,
    },
  },
  'company',
);

const settingFold = fold(companySettingTable, {
  CompanySettingChanged: {
    keys: event => [[event.companyId, event.data.key]],
    evolve: (_, { companyId, data: { key, value } }) => ({ company: companyId, key, value }),
  },
});

/** Who may come in: users by e-mail, their company, its due date and settings. */
export const access: Projection = {
  name: 'access',
  version: 2,
  forTenants: false,
  folds: [accountFold, companyFold, settingFold],
  categories: ['company', 'user'],
  ignores: [
    'UserPasswordChanged',
    'CompanySecretSet',
    'CompanySecretRemoved',
    'CompanySchedulesChanged',
    'CompanyTextChanged',
    ...Object.entries(catalogue)
      .filter(([category]) => category !== 'company' && category !== 'user')
      .flatMap(([, schemas]) => Object.keys(schemas) as AnyEventType[]),
  ],
};
