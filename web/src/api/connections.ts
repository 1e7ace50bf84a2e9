import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import {
  type ConnectionBody,
  connectionLedgerAnswer,
  connectionRetryAnswer,
  connectionsAnswer,
  connectionTokenAnswer,
} from '#contracts/connections.ts';
import { commandAnswer } from '#contracts/http.ts';
import type { ConnectionView } from '#contracts/views.ts';
import { call, fetchData } from './http.ts';

const listCall = { path: '/whatsapp/', query: { session: 0 }, schema: connectionsAnswer };
const mostLoads = 3;
let heard = 0;

/** The live channel has told of a connection: an answer that is on its way may be older. */
export const hearConnection = (): void => {
  heard += 1;
};

/** The connections as they are; asked for again when one was told of meanwhile, since codes come without a version. */
const load = async (how: { minPosition?: number; signal?: AbortSignal }): Promise<ConnectionView[]> => {
  for (let loads = 1; ; loads += 1) {
    const before = heard;
    const loaded = await fetchData({ ...listCall, ...how });
    if (heard === before || loads === mostLoads) return loaded;
  }
};

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => load({ signal }),
});

/** Loads the connections as they are once a command's events are shown. */
const reload = async (client: QueryClient, minPosition: number): Promise<void> => {
  const { queryKey } = connectionsQuery;
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, await load({ minPosition }));
};

/** POST tries again with the pairing there is, PUT asks for a new QR code, DELETE disconnects. */
export type SessionChange = 'POST' | 'PUT' | 'DELETE';

export const changeConnectionSession = (connectionId: string, method: SessionChange): Promise<unknown> =>
  fetchData({ method, path: `/whatsappsession/${connectionId}`, schema: z.unknown() });

/** Has the messages that were set aside tried once more. */
export const retrySetAside = (connectionId: string): Promise<unknown> =>
  fetchData({
    method: 'POST',
    path: `/whatsapp/${connectionId}/ledger/retry`,
    schema: connectionRetryAnswer,
  });

export const requestPairingCode = (connectionId: string, phoneNumber: string): Promise<unknown> =>
  fetchData({
    method: 'POST',
    path: `/whatsappsession/${connectionId}/pairing-code`,
    body: { phoneNumber },
    schema: z.unknown(),
  });

type Saving = {
  /** Without one the connection is new. */
  readonly connectionId: string | undefined;
  readonly body: Partial<ConnectionBody>;
  readonly commandId: string;
};

/** Saves a connection and shows it in the list; answers its id. */
export const saveConnection = async (client: QueryClient, saving: Saving): Promise<string> => {
  const { connectionId, body, commandId } = saving;
  const path = connectionId ? `/whatsapp/${connectionId}` : '/whatsapp';
  const method = connectionId ? 'PUT' : 'POST';
  const { data } = await call({ method, path, body, commandId, schema: commandAnswer });
  await reload(client, data.position);
  return data.id;
};

export const removeConnection = async (client: QueryClient, connectionId: string): Promise<void> => {
  const path = `/whatsapp/${connectionId}`;
  const { position } = await fetchData({ method: 'DELETE', path, schema: commandAnswer });
  await reload(client, position);
};

/** Makes another token for the messages API; what is answered is shown nowhere else. */
export const renewConnectionToken = async (client: QueryClient, connectionId: string): Promise<string> => {
  const path = `/whatsapp/${connectionId}/token`;
  const { token, position } = await fetchData({ method: 'POST', path, schema: connectionTokenAnswer });
  await reload(client, position);
  return token;
};

const ledgerEveryMs = 5_000;

/** What became of a connection's messages. Counts move all the time, so it is asked for again while it is shown. */
export const connectionLedgerQuery = (connectionId: string) =>
  queryOptions({
    queryKey: ['connection-ledger', connectionId],
    queryFn: ({ signal }) =>
      fetchData({ path: `/whatsapp/${connectionId}/ledger`, schema: connectionLedgerAnswer, signal }),
    refetchInterval: ledgerEveryMs,
  });
