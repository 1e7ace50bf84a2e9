import { commandAnswer, sendMessageAnswer } from '#contracts/http.ts';
import { fetchData } from './http.ts';
import { upload } from './upload.ts';

/** What only this screen knows of a file that it sends. */
export type FileDetail = {
  /** It was spoken to be sent: the phone shows it as a voice note. */
  readonly voice: boolean;
  readonly seconds: number | null;
  readonly width: number | null;
  readonly height: number | null;
};

export type FilesToSend = {
  readonly ticketId: string;
  readonly files: readonly { readonly file: File; readonly detail: FileDetail }[];
  readonly caption: string;
  /** The message that is answered. */
  readonly quotedId: string | null;
  /** The same again sends nothing twice. */
  readonly commandId: string;
};

/** Sends files, a message each. `onProgress` is told the share that has gone, from 0 to 1. */
export const sendFiles = (
  { ticketId, files, caption, quotedId, commandId }: FilesToSend,
  { onProgress, signal }: { readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
): Promise<{ id: string; position: number }> => {
  const form = new FormData();
  form.set('fromMe', 'true');
  form.set('body', caption);
  if (quotedId) form.set('quotedMsg', JSON.stringify({ id: quotedId }));
  form.set('details', JSON.stringify(files.map(({ detail }) => detail)));
  for (const { file } of files) form.append('medias', file, file.name);
  const path = `/messages/${ticketId}`;
  return upload({ path, form, commandId, onProgress, signal, schema: sendMessageAnswer });
};

/** Asks for the file of a message that could not be had once more. */
export const requestFile = (
  messageId: string,
  commandId: string,
): Promise<{ id: string; position: number }> =>
  fetchData({ method: 'POST', path: `/messages/${messageId}/media`, commandId, schema: commandAnswer });
