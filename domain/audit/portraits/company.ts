import { type Company, companyEntity } from '../../company/company.ts';
import type { CompanyEvent } from '../../company/events.ts';
import { settingOf } from '../../company/settings.ts';
import type { Entity } from '../../shared/decider.ts';
import { portrait } from '../portrait.ts';

type About = Extract<CompanyEvent, { type: 'CompanyCreated' }>['data'];

/** The company with what no decision needs. */
type Shown = { readonly company: Company; readonly about: About | undefined };

const entity: Entity<Shown, CompanyEvent> = {
  initial: { company: companyEntity.initial, about: undefined },
  evolve: ({ company, about }, event) => ({
    company: companyEntity.evolve(company, event),
    about: event.type === 'CompanyCreated' ? event.data : about,
  }),
};

/** Where it has none of its own, the installation says when silent tickets are closed. */
const ofInstallation = 'autoCloseHours';

const picture = ({ company, about }: Shown, { data }: CompanyEvent) => {
  const active = company.status === 'active' ? company : undefined;
  const key = 'key' in data ? data.key : '';
  const fallback = key === ofInstallation ? undefined : settingOf(key)?.fallback;
  return {
    ...{ name: about?.name, email: about?.email, phone: about?.phone, period: about?.recurrence },
    ...{ campaignsEnabled: about?.campaignsEnabled, active: about?.status, dueDate: active?.dueDate },
    value: active && (active.settings[key] ?? fallback),
    text: active && (active.texts?.[key] ?? ''),
    isSet: active && (active.secrets?.includes(key) ?? false),
    schedules: active && (active.hours?.schedules ?? []),
    holidays: active && (active.hours?.holidays ?? []),
  };
};

export const companyPortrait = portrait({
  entity,
  picture,
  shows: {
    CompanyCreated: { of: ['name', 'email', 'phone', 'dueDate', 'period', 'active', 'campaignsEnabled'] },
    CompanyDueDateChanged: { of: ['dueDate'] },
    CompanySettingChanged: { of: ['value'] },
    CompanySecretSet: { of: ['isSet'] },
    CompanySecretRemoved: { of: ['isSet'] },
    CompanyTextChanged: { of: ['text'] },
    CompanySchedulesChanged: { of: ['schedules', 'holidays'] },
  },
});
