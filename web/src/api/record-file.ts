import type { QueryClient } from '@tanstack/react-query';
import { fileAnswer } from '#contracts/records.ts';
import { fetchData } from './http.ts';
import { noteWritten, type RecordRow, type RecordSource } from './record-rows.ts';
import { upload } from './upload.ts';

type Place = Pick<RecordSource<RecordRow>, 'concept' | 'path'>;
type Given = {
  readonly id: string;
  readonly file: File;
  /** The same again stores nothing twice. */
  readonly commandId: string;
  /** Notification the share that has gone, from 0 to 1. */
  readonly onProgress: (share: number) => void;
};

/** Gives a record its file, in place of the one that it has. Throws ApiError. */
export const giveFile = async (
  client: QueryClient,
  { concept, path }: Place,
  { id, file, commandId, onProgress }: Given,
): Promise<void> => {
  const form = new FormData();
  form.append('file', file, file.name);
  const to = { path: `${path}/${id}/file-upload`, form, commandId, schema: fileAnswer };
  const { position } = await upload({ ...to, onProgress, signal: new AbortController().signal });
  noteWritten(client, concept, position);
};

/** Takes the file of a record away. Throws ApiError. */
export const takeFile = async (
  client: QueryClient,
  { concept, path }: Place,
  { id, commandId }: Pick<Given, 'id' | 'commandId'>,
): Promise<void> => {
  const removal = { method: 'DELETE', path: `${path}/${id}/file-upload`, commandId } as const;
  noteWritten(client, concept, (await fetchData({ ...removal, schema: fileAnswer })).position);
};
