import { fold } from '../kit/projection.ts';
import { isoInstant, type OwnRow, type RowOf } from '../kit/table.ts';
import { plainText } from './plain-text.ts';
import { connectionTable, contactTable, settingTable, userTable } from './record-tables.ts';

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
        const { contactId, namedBy: _by, extraInfo: info, notification = true, ...data } = event.data;
        const noted = { extraInfo: info ?? [], notification, sought: plainText(data.name) };
        const at = isoInstant(event.metadata.at);
        const stamps = { removed: false, erasedAt: null, createdAt: at, updatedAt: at };
        return { id: contactId, ...data, ...noted, profilePicUrl: null, mergedInto: null, ...stamps };
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
      evolve: (_, { data: { userId, ...data }, metadata }) => ({
        id: userId,
        ...data,
        removed: false,
        createdAt: isoInstant(metadata.at),
      }),
    },
    UserChanged: { evolve: (row, { data: { userId, ...data } }) => (row ? { ...row, ...data } : null) },
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

export const settingFold = fold(settingTable, {
  CompanySettingChanged: {
    keys: event => [[event.companyId, event.data.key]],
    evolve: (_, { companyId, data: { key, value } }) => ({ company: companyId, key, value }),
  },
});
