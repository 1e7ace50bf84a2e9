import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { commandAnswer } from '#contracts/http.ts';
import { companyTextsAnswer, hoursAnswer, settingsAnswer } from '#contracts/settings.ts';
import { isSecretKey } from '#domain/company/settings.ts';
import type { CompanyTextKey } from '#domain/company/texts.ts';
import type { Hours } from '#domain/shared/schedule.ts';
import { newCommandId } from '../shared/command-id.ts';
import { call, fetchData } from './http.ts';
import { takeSetting } from './session-store.ts';

/** What this page has written itself: what is asked for afterwards knows of it. */
let written = 0;

/** Every setting of the company with what counts, by key; of a secret whether it is set. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
    const minPosition = written || undefined;
    const kept = await fetchData({ path: '/settings', schema: settingsAnswer, signal, minPosition });
    return new Map(kept.map(({ key, value }) => [key, value]));
  },
  staleTime: 0,
});

/** Changes a setting; every screen goes by it at once. Throws ApiError. */
export const saveSetting = async (client: QueryClient, key: string, value: string): Promise<void> => {
  const { position } = await call({
    ...{ method: 'PUT', path: `/settings/${key}`, body: { key, value } },
    ...{ commandId: newCommandId(), schema: commandAnswer },
  });
  written = Math.max(written, position);
  if (!isSecretKey(key)) takeSetting({ key, value });
  await client.invalidateQueries({ queryKey: settingsQuery.queryKey });
};

/** What contacts are told by itself, in words of the company; '' where they are ours. */
export const companyTextsQuery = queryOptions({
  queryKey: ['settings', 'texts'],
  queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
    const minPosition = written || undefined;
    const texts = await fetchData({
      path: '/settings/texts',
      schema: companyTextsAnswer,
      signal,
      minPosition,
    });
    return new Map(texts.map(({ key, text }) => [key, text]));
  },
  staleTime: 0,
  refetchOnWindowFocus: false,
});

/** Throws ApiError. */
export const saveCompanyText = async (
  client: QueryClient,
  key: CompanyTextKey,
  text: string,
): Promise<void> => {
  const { position } = await call({
    ...{ method: 'PUT', path: `/settings/texts/${key}`, body: { text } },
    ...{ commandId: newCommandId(), schema: commandAnswer },
  });
  written = Math.max(written, position);
  await client.invalidateQueries({ queryKey: companyTextsQuery.queryKey });
};

/** When somebody of the company is there. */
export const hoursQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['settings', 'hours', companyId],
    queryFn: ({ signal }) =>
      fetchData({
        ...{ path: `/companies/${companyId}/schedules`, schema: hoursAnswer, signal },
        minPosition: written || undefined,
      }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

/** Throws ApiError. */
export const saveHours = async (client: QueryClient, companyId: string, hours: Hours): Promise<void> => {
  const { position } = await call({
    ...{ method: 'PUT', path: `/companies/${companyId}/schedules`, body: hours },
    ...{ commandId: newCommandId(), schema: z.unknown() },
  });
  written = Math.max(written, position);
  await client.invalidateQueries({ queryKey: ['settings', 'hours'] });
};
