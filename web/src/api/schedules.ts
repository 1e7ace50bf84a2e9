import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { commandAnswer } from '#contracts/http.ts';
import { type ScheduleView, schedulesAnswer, scheduleView } from '#contracts/schedules.ts';
import { call, fetchData } from './http.ts';
import { recordKey } from './record-key.ts';
import { noteWritten, pageOfRows, type RecordSource } from './record-rows.ts';

/** The page of scheduled messages. */
export const scheduleSource: RecordSource<ScheduleView> = {
  concept: 'schedule',
  path: '/schedules',
  page: pageOfRows('schedules', scheduleView),
};

/** All that falls between two days, both included. */
export const scheduledDaysQuery = (from: string, until: string) =>
  queryOptions({
    queryKey: recordKey('schedule', 'days', from, until),
    queryFn: ({ signal }) =>
      fetchData({ path: '/schedules', query: { from, until }, schema: schedulesAnswer, signal }),
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
