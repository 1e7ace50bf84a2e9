import { sendFiles } from '../../api/media.ts';
import { ApiError } from '../../shared/api-error.ts';
import { keptFile } from './kept-files.ts';
import type { OutboxItem, Transfer } from './outbox.ts';

/** Sends a file on its way. Throws ApiError; ERR_FILE_GONE when this browser does not have its bytes any more. */
export const sendKeptFile = async (
  item: OutboxItem,
  transfer: Transfer,
): Promise<{ id: string; position: number }> => {
  const file = await keptFile(item.commandId);
  if (!file || !item.file) throw new ApiError({ status: 400, code: 'ERR_FILE_GONE' });
  const { voice, seconds, width, height } = item.file;
  const { ticketId, body, commandId } = item;
  const files = [{ file, detail: { voice, seconds, width, height } }];
  return sendFiles(
    { ...{ ticketId, files, commandId }, caption: body, quotedId: item.quotedMsg?.id ?? null },
    transfer,
  );
};
