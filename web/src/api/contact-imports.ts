import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type ImportDetail,
  type ImportUpload,
  importAnswer,
  type importMapping,
  importStarted,
  importsAnswer,
  type RejectedRows,
  rejectedAnswer,
  uploadAnswer,
} from '#contracts/contact-imports.ts';
import { commandAnswer } from '#contracts/http.ts';
import { fetchData, openStream } from './http.ts';
import { upload } from './upload.ts';

const isAtWork = (detail: ImportDetail | undefined): boolean =>
  detail?.status === 'running' || detail?.status === 'undoing';
const lookAgainMs = 1_000;

const importKey = (id: string) => ['contact-import', id] as const;

/** How an import stands; asked for again every second while it is at work. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: importKey(id),
    queryFn: async ({ client, signal }) => {
      const found = await fetchData({ path: `/contacts/import/${id}`, schema: importAnswer, signal });
      const shown = client.getQueryData<ImportDetail>(importKey(id));
      // An undo that was asked for begins a moment later: until then it is looked for again.
      const isAwaited = shown?.status === 'undoing' && found.status !== 'undone';
      return isAwaited ? { ...found, status: 'undoing' as const } : found;
    },
    refetchInterval: query => (isAtWork(query.state.data) ? lookAgainMs : false),
    staleTime: 0,
  });

/** The newest imports of the company. */
export const importsQuery = queryOptions({
  queryKey: ['contact-imports'],
  queryFn: ({ signal }) => fetchData({ path: '/contacts/imports', schema: importsAnswer, signal }),
  staleTime: 0,
});

type Given = {
  readonly file: File;
  readonly commandId: string;
  /** Notification the share that has gone, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
};

/** Has a file read; nothing is imported yet. Throws ApiError. */
export const uploadContacts = async ({ file, ...given }: Given): Promise<ImportUpload> => {
  const form = new FormData();
  form.append('file', file, file.name);
  return upload({ path: '/contacts/import/upload', form, schema: uploadAnswer, ...given });
};

type Start = {
  readonly mapping: z.input<typeof importMapping>;
  readonly updates: boolean;
  readonly whatsappId: string | null;
};

/** Begins the import of a file that was read. */
export const startImport = async (id: string, body: Start, commandId: string): Promise<void> => {
  const path = `/contacts/import/${id}/start`;
  await fetchData({ method: 'POST', path, body, commandId, schema: importStarted });
};

/** Imports whom the phone of a connection has in its address book; answers the import. Throws ApiError. */
export const importAddressBook = async (whatsappId: string | null, commandId: string): Promise<string> => {
  const body = { whatsappId };
  const path = '/contacts/import';
  return (await fetchData({ method: 'POST', path, body, commandId, schema: importStarted })).id;
};

/** Imports no further row; or takes back what was imported. */
export const changeImport = async (
  client: QueryClient,
  id: string,
  verb: 'cancel' | 'undo',
): Promise<void> => {
  const path = `/contacts/import/${id}/${verb}`;
  await fetchData({ method: 'POST', path, schema: commandAnswer });
  client.setQueryData<ImportDetail>(importKey(id), detail =>
    detail && verb === 'undo' ? { ...detail, status: 'undoing' } : detail,
  );
  await client.invalidateQueries({ queryKey: importKey(id) });
};

/** The rows of an import that became no contact. */
export const fetchRejected = (id: string): Promise<RejectedRows> =>
  fetchData({ path: `/contacts/import/${id}/rejected`, schema: rejectedAnswer });

/** All contacts as a file. */
export const exportContacts = async (format: 'csv' | 'xlsx', language: string): Promise<ArrayBuffer> => {
  const path = `/contacts/export?format=${format}&language=${encodeURIComponent(language)}`;
  return new Response(await openStream(path, new AbortController().signal)).arrayBuffer();
};
