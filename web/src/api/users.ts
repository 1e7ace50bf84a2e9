import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { type UserNameView, userListAnswer, userRow } from '#contracts/users.ts';
import { fetchData } from './http.ts';
import { recordSource } from './record-rows.ts';

const refreshMs = 60_000;

/** The page of users. Who is online is asked for again each minute. */
export const userSource = {
  ...recordSource({ concept: 'user', path: '/users', pageOf: 'users' }, userRow),
  refreshMs,
};

/** Ends every session of a user, the own one too. Throws ApiError. */
export const endSessions = (userId: string): Promise<unknown> =>
  fetchData({ method: 'DELETE', path: `/users/${userId}/sessions`, schema: z.unknown() });

/** All users of the company, by name. */
export const fetchUserNames = async (signal?: AbortSignal): Promise<readonly UserNameView[]> =>
  (await fetchData({ path: '/users/list', schema: userListAnswer, signal })).users;

export const userNamesQuery = queryOptions({
  queryKey: ['user-names'],
  queryFn: ({ signal }) => fetchUserNames(signal),
  staleTime: 0,
});
