import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { AnyRecord } from '#domain/records/records.ts';
import { call, fetchData } from './http.ts';
import { type Listed, recordKey } from './record-key.ts';

export type RecordRow = { readonly id: string };
export type RowsPage<Row> = {
  readonly rows: Row[];
  readonly hasMore: boolean;
  readonly count: number;
  /** Where the next page begins, of a source that goes on from there rather than by numbers. */
  readonly nextCursor?: string | null | undefined;
};

/** Where the rows of a record come from: its calls, and how a page of them is read. */
export type RecordSource<Row extends RecordRow> = {
  readonly concept: Listed;
  readonly path: string;
  readonly page: z.ZodType<RowsPage<Row>>;
  /** Whether a row has what is searched for, where the server answers all of them at once. */
  readonly matches?: (row: Row, search: string) => boolean;
  /** What is asked for besides the words of the search. */
  readonly query?: Readonly<Record<string, string>>;
  /** Rows are counted up to so many, which then means that many or more. */
  readonly countedTo?: number;
  /** How often rows are asked for again of which no live frame tells. */
  readonly refreshMs?: number;
};

/** Of a record that has pages, whose rows are answered as `row`. */
export const recordSource = <Row extends RecordRow>(
  { concept, path, pageOf = 'records' }: { readonly concept: Listed } & Pick<AnyRecord, 'path' | 'pageOf'>,
  row: z.ZodType<Row>,
): RecordSource<Row> => ({
  ...{ concept, path },
  page: pageOfRows(pageOf, row),
});

/** Of a record without pages: the server answers all of them, and what is searched for is found here. */
export const listSource = <Row extends RecordRow>(
  { concept, path }: Pick<AnyRecord, 'concept' | 'path'>,
  row: z.ZodType<Row>,
  matches: (row: Row, search: string) => boolean,
): RecordSource<Row> => ({
  ...{ concept, path, matches },
  page: z.array(row).transform(rows => ({ rows, hasMore: false, count: rows.length })),
});

/** How a page of rows is read that are answered under a name of their own. */
export const pageOfRows = <Row extends RecordRow>(
  name: string,
  row: z.ZodType<Row>,
): z.ZodType<RowsPage<Row>> =>
  z.preprocess(
    answer => (isObject(answer) ? { ...answer, rows: Reflect.get(answer, name) } : answer),
    z.object({
      ...{ rows: z.array(row), hasMore: z.boolean(), count: z.number().int() },
      nextCursor: z.string().nullish(),
    }),
  );

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What this page has written itself: what is asked for afterwards knows of it. */
const written = new Map<string, number>();

type PageParam = { readonly pageNumber?: number; readonly cursor?: string };
const firstPage: PageParam = { pageNumber: 1 };

/** The rows of a record that have what is searched for, page by page. */
export const recordRowsQuery = <Row extends RecordRow>(
  { concept, path, page, matches, query, refreshMs }: RecordSource<Row>,
  search: string,
) =>
  infiniteQueryOptions({
    queryKey: recordKey(concept, 'rows', search, query ?? {}),
    queryFn: async ({ pageParam, signal }) => {
      const found = await fetchData({
        ...{ path, schema: page, signal, minPosition: written.get(concept) },
        query: matches ? (query ?? {}) : { ...query, searchParam: search, ...pageParam },
      });
      if (!matches) return found;
      const rows = found.rows.filter(row => matches(row, search));
      return { ...found, rows, count: rows.length };
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ hasMore, nextCursor }, all): PageParam | undefined => {
      if (!hasMore) return undefined;
      return nextCursor ? { cursor: nextCursor } : { pageNumber: all.length + 1 };
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: refreshMs ?? false,
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
  {
    id,
    commandId,
    query = {},
  }: Pick<Saved, 'commandId'> & RecordRow & { readonly query?: Readonly<Record<string, string>> },
): Promise<void> => {
  const removal = { method: 'DELETE', path: `${path}/${id}`, query, commandId, schema: z.unknown() } as const;
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
