import type { ConnectionStatus, Provider } from '#domain/connection/events.ts';
import type { ExtraInfo } from '#domain/contact/events.ts';
import type { Hours } from '#domain/shared/schedule.ts';
import type { Profile } from '#domain/user/events.ts';
import { contactKeys } from '../contact-keys.ts';
import { big, flag, instant, json, nullable, table, text, uuid, uuids, word } from '../kit/table.ts';

/** Removed contacts, users and connections stay, marked: their names stand in conversations. */
export const contactTable = table('contact', {
  columns: {
    id: uuid,
    name: text,
    number: text,
    lid: nullable(text),
    email: nullable(text),
    profilePicUrl: nullable(text),
    extraInfo: json<ExtraInfo>(),
    notification: flag,
    /** The name as a search compares it: see `plainText`. */
    sought: text,
    isGroup: flag,
    queueId: nullable(uuid),
    /** Whose contact it is; nobody's when empty. */
    walletUserIds: uuids,
    /** After how many seconds what is written in its chat vanishes, by connection. */
    chatTimers: json<Readonly<Record<string, number>>>(),
    /** The contact that this one is shown under: both are one person. */
    mergedInto: nullable(uuid),
    removed: flag,
    /** From then on no column says who it was. */
    erasedAt: nullable(instant),
    createdAt: instant,
    updatedAt: instant,
  },
  indexes: [
    '(company_id, sought, id) where not is_group and not removed and merged_into is null and erased_at is null',
    '(merged_into) where merged_into is not null',
    '(company_id, position)',
    '(company_id, lid) where lid is not null',
    '(company_id, number)',
    `using gin (${contactKeys})`,
  ],
  searched: true,
});

export const userTable = table('app_user', {
  columns: {
    id: uuid,
    name: text,
    email: text,
    profile: word<Profile>(),
    superAdmin: flag,
    queueIds: uuids,
    connectionIds: uuids,
    analyst: flag,
    removed: flag,
    createdAt: instant,
  },
  indexes: ['(company_id)'],
});

export const connectionTable = table('connection', {
  columns: {
    id: uuid,
    name: text,
    provider: word<Provider>(),
    status: word<ConnectionStatus>(),
    reason: nullable(text),
    number: nullable(text),
    /** Where in the log it was last made the default; 0 when never. The highest of those still there is the default. */
    madeDefault: big,
    queueIds: uuids,
    greetingMessage: text,
    complationMessage: text,
    outOfHoursMessage: text,
    ratingMessage: text,
    importsHistory: flag,
    removed: flag,
    createdAt: instant,
    updatedAt: instant,
  },
  indexes: ['(company_id)'],
});

/** One row a company that has said when somebody is there; its id is the company's. */
export const companyHoursTable = table('company_hours', {
  columns: { id: uuid, schedules: json<Hours['schedules']>(), holidays: json<Hours['holidays']>() },
});

export const settingTable = table('setting', {
  key: ['company', 'key'],
  columns: { company: uuid, key: text, value: text },
});

/** What companies say to their contacts in words of their own; nothing where they say it in ours. */
export const companyTextTable = table('company_text', {
  key: ['company', 'key'],
  columns: { company: uuid, key: text, text },
  notifies: false,
});
