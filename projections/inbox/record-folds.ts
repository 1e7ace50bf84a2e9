import { fold } from '../kit/projection.ts';
import { isoInstant, type OwnRow, type RowOf } from '../kit/table.ts';
import { plainText } from './plain-text.ts';
import {
  companyHoursTable,
  companyTextTable,
  connectionTable,
  contactTable,
  settingTable,
  userTable,
} from './record-tables.ts';

type ContactRow = RowOf<typeof contactTable>;

/** Who was erased stays so, whatever comes late. */
const living = (
  row: ContactRow | undefined,
  at: string,
  change: (row: ContactRow) => Partial<ContactRow>,
): OwnRow<typeof contactTable> | null => {
  if (!row || row.erasedAt !== null) return row ?? null;
  return { ...row, ...change(row), updatedAt: isoInstant(at) };
};

export const contactFold = fold(
  contactTable,
  {
    ContactCreated: {
      evolve: (_, event) => {
        const { contactId, namedBy: _by, importId: _import, ...rest } = event.data;
        const { extraInfo: info, notification = true, ...data } = rest;
        const noted = { extraInfo: info ?? [], notification, sought: plainText(data.name) };
        const at = isoInstant(event.metadata.at);
        const stamps = { removed: false, erasedAt: null, createdAt: at, updatedAt: at };
        const alone = { profilePicUrl: null, mergedInto: null, walletUserIds: [], chatTimers: {} };
        return { id: contactId, ...data, ...noted, ...alone, ...stamps };
      },
    },
    ContactChanged: {
      evolve: (row, { data: { name, email, queueId, ...data }, metadata }) =>
        living(row, metadata.at, ({ extraInfo, notification }) => ({
          ...{ name, email, queueId, sought: plainText(name) },
          extraInfo: data.extraInfo ?? extraInfo,
          notification: data.notification ?? notification,
        })),
    },
    ContactIdentified: {
      evolve: (row, { data, metadata }) =>
        living(row, metadata.at, ({ number, lid }) => ({
          number: data.number ?? number,
          lid: data.lid ?? lid,
        })),
    },
    ContactPictureChanged: {
      evolve: (row, { data, metadata }) => living(row, metadata.at, () => ({ profilePicUrl: data.url })),
    },
    ContactWalletChanged: {
      evolve: (row, { data, metadata }) => living(row, metadata.at, () => ({ walletUserIds: data.userIds })),
    },
    ContactChatTimerSet: {
      evolve: (row, { data: { connectionId, seconds }, metadata }) =>
        living(row, metadata.at, ({ chatTimers }) => ({
          chatTimers: { ...chatTimers, [connectionId]: seconds },
        })),
    },
    ContactMergedInto: {
      evolve: (row, { data, metadata }) => living(row, metadata.at, () => ({ mergedInto: data.winnerId })),
    },
    ContactUnmergedFrom: {
      evolve: (row, { metadata }) => living(row, metadata.at, () => ({ mergedInto: null })),
    },
    ContactRemoved: { evolve: (row, { metadata }) => living(row, metadata.at, () => ({ removed: true })) },
    ContactErased: {
      evolve: (row, { metadata }) =>
        living(row, metadata.at, () => ({ ...nobody, removed: true, erasedAt: isoInstant(metadata.at) })),
    },
  },
  'contact',
);

const nobody = {
  ...{ name: '', number: '', lid: null, email: null, profilePicUrl: null },
  ...{ sought: '', extraInfo: [] },
};

export const userFold = fold(
  userTable,
  {
    UserCreated: {
      evolve: (_, { data: { userId, analyst = false, ...data }, metadata }) => ({
        id: userId,
        analyst,
        ...data,
        removed: false,
        createdAt: isoInstant(metadata.at),
      }),
    },
    UserChanged: {
      evolve: (row, { data: { userId, analyst = false, ...data } }) =>
        row ? { ...row, analyst, ...data } : null,
    },
    UserRemoved: { evolve: row => (row ? { ...row, removed: true } : null) },
  },
  'user',
);

export const connectionFold = fold(
  connectionTable,
  {
    ConnectionCreated: {
      evolve: (_, { data: { connectionId, ...data }, metadata }): OwnRow<typeof connectionTable> => ({
        id: connectionId,
        ...data,
        madeDefault: 0,
        status: 'DISCONNECTED',
        reason: null,
        number: null,
        removed: false,
        createdAt: isoInstant(metadata.at),
        updatedAt: isoInstant(metadata.at),
      }),
    },
    ConnectionChanged: {
      evolve: (row, { data: { connectionId, ...data }, metadata }) =>
        row ? { ...row, ...data, updatedAt: isoInstant(metadata.at) } : null,
    },
    ConnectionMadeDefault: {
      evolve: (row, { position, metadata }) =>
        row ? { ...row, madeDefault: position, updatedAt: isoInstant(metadata.at) } : null,
    },
    ConnectionRemoved: {
      evolve: (row, { metadata }) =>
        row ? { ...row, removed: true, updatedAt: isoInstant(metadata.at) } : null,
    },
    ConnectionStatusChanged: {
      evolve: (row, { data: { status, reason, number }, metadata }) =>
        row
          ? { ...row, status, reason, number: number ?? row.number, updatedAt: isoInstant(metadata.at) }
          : null,
    },
  },
  'connection',
);

export const companyHoursFold = fold(
  companyHoursTable,
  {
    CompanySchedulesChanged: {
      evolve: (_, { companyId: id, data: { schedules, holidays } }) => ({ id, schedules, holidays }),
    },
  },
  'company',
);

export const settingFold = fold(settingTable, {
  CompanySettingChanged: {
    keys: event => [[event.companyId, event.data.key]],
    evolve: (_, { companyId, data: { key, value } }) => ({ company: companyId, key, value }),
  },
});

export const companyTextFold = fold(companyTextTable, {
  CompanyTextChanged: {
    keys: event => [[event.companyId, event.data.key]],
    evolve: (_, { companyId, data: { key, text } }) => (text ? { company: companyId, key, text } : null),
  },
});
