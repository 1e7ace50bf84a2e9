import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { integrityAnswer } from '#contracts/integrity.ts';
import { newCommandId } from '../shared/command-id.ts';
import { fetchData, openStream } from './http.ts';

const path = '/audit/integrity';
const everyMs = 1_000;

/** Whether the history is as it was written; asked again each second while it is being verified. */
export const integrityQuery = queryOptions({
  queryKey: ['integrity'],
  queryFn: ({ signal }) => fetchData({ path, schema: integrityAnswer, signal }),
  refetchInterval: ({ state }) => (state.data?.run?.endedAt === null ? everyMs : false),
});

/** Asks for a run over the company's whole history. */
export const verifyIntegrity = async (client: QueryClient): Promise<void> => {
  const asked = { method: 'POST', path, body: {}, commandId: newCommandId() } as const;
  client.setQueryData(integrityQuery.queryKey, await fetchData({ ...asked, schema: integrityAnswer }));
};

/** The company's signed checkpoints, to be kept elsewhere. */
export const fetchCheckpoints = async (): Promise<Blob> => {
  const stream = await openStream('/audit/checkpoints', new AbortController().signal);
  return new Response(stream).blob();
};
