import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { commandAnswer } from '#contracts/http.ts';
import { type ScheduleView, schedulesAnswer, scheduleView } from '#contracts/schedules.ts';
import type { ScheduleStatus } from '#domain/schedule/lifecycle.ts';
import { call, fetchData } from './http.ts';
import { recordKey } from './record-key.ts';
import { noteWritten, pageOfRows, type RecordSource } from './record-rows.ts';

/** The page of scheduled messages. */
export const scheduleSource: RecordSource<ScheduleView> = {
  concept: 'schedule',
  path: '/schedules',
  page: pageOfRows('schedules', scheduleView),
};

/** Those that stand in one way; all of them without it. */
export const schedulesOf = (status: ScheduleStatus | undefined): RecordSource<ScheduleView> =>
  status ? { ...scheduleSource, query: { status } } : scheduleSource;

/** All that falls between two days, both included. */
export const scheduledDaysQuery = (from: string, until: string, status: ScheduleStatus | undefined) =>
  queryOptions({
    queryKey: recordKey('schedule', 'days', from, until, status ?? null),
    queryFn: ({ signal }) =>
      fetchData({
        path: '/schedules',
        query: { from, until, ...(status && { status }) },
        ...{ schema: schedulesAnswer, signal },
      }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

type Asked = { readonly id: string; readonly verb: 'send' | 'cancel'; readonly commandId: string };

/** Sends one now, or ends it; lists are asked for anew. Throws ApiError. */
export const actOnSchedule = async (client: QueryClient, { id, verb, commandId }: Asked): Promise<void> => {
  const asked = {
    method: 'POST',
    path: `/schedules/${id}/${verb}`,
    commandId,
    schema: commandAnswer,
  } as const;
  noteWritten(client, 'schedule', (await call(asked)).position);
};
