import { fold } from '../kit/projection.ts';
import { isoInstant, type OwnRow } from '../kit/table.ts';
import { connectionTable, contactTable, queueTable, settingTable, userTable } from './record-tables.ts';

export const contactFold = fold(
  contactTable,
  {
    ContactCreated: {
      evolve: (_, event) => {
        const { contactId, ...data } = event.data;
        const at = isoInstant(event.metadata.at);
        return { id: contactId, ...data, profilePicUrl: null, removed: false, createdAt: at, updatedAt: at };
      },
    },
    ContactChanged: {
      evolve: (row, event) => {
        const { name, email, queueId } = event.data;
        return row ? { ...row, name, email, queueId, updatedAt: isoInstant(event.metadata.at) } : null;
      },
    },
    ContactIdentified: {
      evolve: (row, { data, metadata }) =>
        row
          ? {
              ...row,
              number: data.number ?? row.number,
              lid: data.lid ?? row.lid,
              updatedAt: isoInstant(metadata.at),
            }
          : null,
    },
    ContactPictureChanged: {
      evolve: (row, { data, metadata }) =>
        row ? { ...row, profilePicUrl: data.url, updatedAt: isoInstant(metadata.at) } : null,
    },
    ContactRemoved: {
      evolve: (row, { metadata }) =>
        row ? { ...row, removed: true, updatedAt: isoInstant(metadata.at) } : null,
    },
  },
  'contact',
);

export const queueFold = fold(
  queueTable,
  {
    QueueCreated: { evolve: (_, { data: { queueId, ...data } }) => ({ id: queueId, ...data }) },
    QueueChanged: {
      evolve: (row, { data: { queueId, ...data } }) => (row ? { ...row, ...data } : null),
    },
    QueueRemoved: { evolve: () => null },
  },
  'queue',
);

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
