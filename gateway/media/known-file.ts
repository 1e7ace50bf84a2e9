import { refuse } from '../errors/refusal.ts';
import type { Gateway } from '../gateway.ts';
import type { ReceivedFile } from './received-files.ts';

/**
 * A file that the company has already, by the signed address it was answered with: a draft to send again, without
 * coming from the browser. @throws ERR_NO_PERMISSION when the address is over or not of this company, ERR_NOT_FOUND
 * when the file is gone.
 */
export const knownFile = async (
  { media, mediaLinks, mediaLimits }: Pick<Gateway, 'media' | 'mediaLinks' | 'mediaLimits'>,
  companyId: string,
  address: string,
): Promise<ReceivedFile> => {
  const file = mediaLinks.opened(address);
  if (!file || file.companyId !== companyId) throw refuse('ERR_NO_PERMISSION');
  const found = await media.find(file, file.messageId);
  const stream = found && (await media.open(file));
  if (!found || !stream) throw refuse('ERR_NOT_FOUND');
  const draft = await media.receive(stream, mediaLimits.documentLimit + 1);
  const detail = { voice: false, seconds: null, width: null, height: null };
  return { draft, name: found.name ?? '', detail };
};
