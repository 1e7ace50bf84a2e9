import { idOf } from '#domain/testing/ids.ts';
import { none, type Story, step } from './stories.ts';

const [companyId, connectionId, queueId, userId, sales] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)];
const at = '2026-03-04T12:00:00.000Z';
const [monday, christmas] = [
  { weekday: 'Segunda-feira', weekdayEn: 'monday' as const, startTime: '08:00', endTime: '18:00' },
  { day: '25/12', name: 'Natal', startTime: '00:00', endTime: '00:00' },
];

const company: Story = {
  category: 'company',
  steps: [
    step(
      'CompanyCreated',
      {
        ...{ companyId, name: 'Padaria', email: 'a@b.c', phone: null, dueDate: null, recurrence: 'MENSAL' },
        ...{ status: true, campaignsEnabled: false },
      },
      {
        ...{ name: [none, 'Padaria'], email: [none, 'a@b.c'], period: [none, 'MENSAL'] },
        active: [none, true],
      },
    ),
    step('CompanyDueDateChanged', { companyId, dueDate: at }, { dueDate: [null, at] }),
    step(
      'CompanySettingChanged',
      { companyId, key: 'userRating', value: 'enabled' },
      {
        value: ['disabled', 'enabled'],
      },
    ),
    step(
      'CompanySettingChanged',
      { companyId, key: 'call', value: 'disabled' },
      {
        value: ['enabled', 'disabled'],
      },
    ),
    step(
      'CompanySettingChanged',
      { companyId, key: 'userRating', value: 'disabled' },
      {
        value: ['enabled', 'disabled'],
      },
    ),
    step('CompanySettingChanged', { companyId, key: 'autoCloseHours', value: '5' }, { value: [none, '5'] }),
    step('CompanySecretSet', { companyId, key: 'asaas' }, { isSet: [false, true] }),
    step('CompanySecretSet', { companyId, key: 'asaas' }, {}),
    step('CompanySecretRemoved', { companyId, key: 'asaas' }, { isSet: [true, false] }),
    step('CompanyTextChanged', { companyId, key: 'autoClose', text: 'Tchau' }, { text: ['', 'Tchau'] }),
    step('CompanyTextChanged', { companyId, key: 'ratingThanks', text: 'Grato' }, { text: ['', 'Grato'] }),
    step('CompanyTextChanged', { companyId, key: 'autoClose', text: '' }, { text: ['Tchau', ''] }),
    step(
      'CompanySchedulesChanged',
      { companyId, schedules: [monday], holidays: [] },
      {
        schedules: [[], [monday]],
      },
    ),
    step(
      'CompanySchedulesChanged',
      { companyId, schedules: [monday], holidays: [christmas] },
      {
        holidays: [[], [christmas]],
      },
    ),
  ],
};

const fields = {
  ...{ connectionId, name: 'Loja', provider: 'beta' as const, queueIds: [queueId], greetingMessage: '' },
  ...{ complationMessage: 'Obrigado', outOfHoursMessage: '', ratingMessage: '', importsHistory: false },
};

const connection: Story = {
  category: 'connection',
  steps: [
    step('ConnectionCreated', fields, {
      ...{ name: [none, 'Loja'], provider: [none, 'beta'], queueIds: [none, [queueId]] },
      complationMessage: [none, 'Obrigado'],
    }),
    step('ConnectionMadeDefault', { connectionId }, {}),
    step(
      'ConnectionSessionRequested',
      { connectionId, newPairing: true, phoneNumber: '5511' },
      {
        newPairing: [none, true],
        phoneNumber: [none, '5511'],
      },
    ),
    step(
      'ConnectionStatusChanged',
      { connectionId, status: 'CONNECTED', reason: null, number: '5511' },
      {
        session: ['DISCONNECTED', 'CONNECTED'],
        number: [null, '5511'],
      },
    ),
    step('ConnectionTokenRenewed', { connectionId }, {}),
    step('ConnectionLogoutRequested', { connectionId }, {}),
    step(
      'ConnectionStatusChanged',
      { connectionId, status: 'DISCONNECTED', reason: 'logged-out', number: '5511' },
      { session: ['CONNECTED', 'DISCONNECTED'], sessionReason: [null, 'logged-out'] },
    ),
    step(
      'ConnectionChanged',
      { ...fields, name: 'Loja 2', queueIds: [queueId, sales] },
      {
        name: ['Loja', 'Loja 2'],
        queueIds: [[queueId], [queueId, sales]],
      },
    ),
    step(
      'ConnectionRemoved',
      { connectionId },
      {
        ...{ name: ['Loja 2', none], provider: ['beta', none], queueIds: [[queueId, sales], none] },
        ...{ complationMessage: ['Obrigado', none], session: ['DISCONNECTED', none], number: ['5511', none] },
      },
    ),
  ],
};

const account = {
  ...{ userId, name: 'Ana', email: 'ana@demo.local', profile: 'user' as const },
  ...{ queueIds: [queueId], connectionIds: [] },
};

const user: Story = {
  category: 'user',
  steps: [
    step(
      'UserCreated',
      { ...account, superAdmin: false },
      {
        ...{ name: [none, 'Ana'], email: [none, 'ana@demo.local'], profile: [none, 'user'] },
        queueIds: [none, [queueId]],
      },
    ),
    step('UserPasswordChanged', { userId }, {}),
    step(
      'UserChanged',
      { ...account, email: 'ana@x.local', profile: 'admin', analyst: true },
      {
        email: ['ana@demo.local', 'ana@x.local'],
        profile: ['user', 'admin'],
        analyst: [false, true],
      },
    ),
    step(
      'UserRemoved',
      { userId },
      {
        ...{ name: ['Ana', none], email: ['ana@x.local', none], profile: ['admin', none] },
        ...{ analyst: [true, none], queueIds: [[queueId], none] },
      },
    ),
  ],
};

export const companyStories = [company, connection, user];
