import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { AnyRecord } from '#domain/records/records.ts';
import { call, fetchData } from './http.ts';
import { recordKey } from './record-key.ts';

export type RecordRow = { readonly id: string };
export type RowsPage<Row> = { readonly rows: Row[]; readonly hasMore: boolean; readonly count: number };

/** Where the rows of a record come from: its calls, and how a page of them is read. */
export type RecordSource<Row extends RecordRow> = {
  readonly concept: Parameters<typeof recordKey>[0];
  readonly path: string;
  readonly page: z.ZodType<RowsPage<Row>>;
};

/** Of a record that has pages, whose rows are answered as `row`. */
export const recordSource = <Row extends RecordRow>(
  { concept, path, pageOf = 'records' }: Pick<AnyRecord, 'concept' | 'path' | 'pageOf'>,
  row: z.ZodType<Row>,
): RecordSource<Row> => ({
  ...{ concept, path },
  page: z.preprocess(
    answer => (isObject(answer) ? { ...answer, rows: Reflect.get(answer, pageOf) } : answer),
    z.object({ rows: z.array(row), hasMore: z.boolean(), count: z.number().int() }),
  ),
});

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What this page has written itself: what is asked for afterwards knows of it. */
const written = new Map<string, number>();

/** The rows of a record that have what is searched for, page by page. */
export const recordRowsQuery = <Row extends RecordRow>(
  { concept, path, page }: RecordSource<Row>,
  search: string,
) =>
  infiniteQueryOptions({
    queryKey: recordKey(concept, 'rows', search),
    queryFn: ({ pageParam, signal }) =>
      fetchData({
        ...{ path, schema: page, signal, minPosition: written.get(concept) },
        query: { searchParam: search, pageNumber: pageParam },
      }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.hasMore ? all.length + 1 : undefined),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

type Place = Pick<RecordSource<RecordRow>, 'concept' | 'path'>;
type Saved = {
  /** Undefined makes a new one. */
  readonly id: string | undefined;
  readonly body: unknown;
  /** The same again does nothing twice. */
  readonly commandId: string;
};

/** Makes or changes one; lists are asked for anew. Throws ApiError. */
export const saveRecord = async (
  client: QueryClient,
  { concept, path }: Place,
  { id, body, commandId }: Saved,
): Promise<string> => {
  const target = id
    ? ({ method: 'PUT', path: `${path}/${id}` } as const)
    : ({ method: 'POST', path } as const);
  const { data, position } = await call({ ...target, body, commandId, schema: z.object({ id: z.uuid() }) });
  noteWritten(client, concept, position);
  return data.id;
};

/** Removes one; lists are asked for anew. Throws ApiError. */
export const removeRecord = async (
  client: QueryClient,
  { concept, path }: Place,
  { id, commandId }: Pick<Saved, 'commandId'> & RecordRow,
): Promise<void> => {
  const removal = { method: 'DELETE', path: `${path}/${id}`, commandId, schema: z.unknown() } as const;
  noteWritten(client, concept, (await call(removal)).position);
};

/** Something of a record was written at a log position: lists are asked for anew, and know of it. */
export const noteWritten = (
  client: QueryClient,
  concept: RecordSource<RecordRow>['concept'],
  position: number,
): void => {
  written.set(concept, Math.max(position, written.get(concept) ?? 0));
  void client.invalidateQueries({ queryKey: recordKey(concept) });
};
