import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { connectionsAnswer } from '#contracts/http.ts';
import { fetchData } from './http.ts';

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) =>
    fetchData({ path: '/whatsapp/', query: { session: 0 }, schema: connectionsAnswer, signal }),
});

/** POST tries again with the pairing there is, PUT asks for a new QR code, DELETE disconnects. */
export type SessionChange = 'POST' | 'PUT' | 'DELETE';

export const changeConnectionSession = (connectionId: string, method: SessionChange): Promise<unknown> =>
  fetchData({ method, path: `/whatsappsession/${connectionId}`, schema: z.unknown() });
