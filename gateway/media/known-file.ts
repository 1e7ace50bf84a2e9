import { fileName } from '#domain/shared/text.ts';
import { CallRefused, refuse } from '../errors/refusal.ts';
import type { Gateway } from '../gateway.ts';
import { fetchFiles } from '../outside/fetch-files.ts';
import type { ReceivedFile } from './received-files.ts';

type Deps = Pick<Gateway, 'media' | 'mediaLinks' | 'mediaLimits' | 'outboundAllowed'>;
type Named = {
  readonly mediaPath?: string | undefined;
  readonly mediaUrl?: string | undefined;
  readonly mediaName?: string | undefined;
};

/**
 * The file that a call names instead of sending it, or undefined where it names none: one that the company has, by the
 * signed address it was answered with (its bytes do not travel again), else one of the internet, which is fetched.
 * @throws ERR_NO_PERMISSION when the address is over or not of this company, ERR_WAPP_DOWNLOAD_MEDIA when the file is
 * gone or cannot be fetched, ERR_MEDIA_TOO_LARGE, ERR_VALIDATION for what is no address.
 */
export const namedFile = async (
  deps: Deps,
  companyId: string,
  { mediaPath, mediaUrl, mediaName }: Named,
): Promise<ReceivedFile | undefined> => {
  if (!mediaPath && !mediaUrl) return undefined;
  const own = mediaPath || ownAddress(deps, mediaUrl ?? '');
  const file = own ? await knownFile(deps, companyId, own) : await fetched(deps, mediaUrl ?? '');
  return { ...file, name: fileName(mediaName ?? '') || file.name };
};

/** An address of this server's files, also under the name by which a caller reaches it; undefined for any other. */
const ownAddress = ({ mediaLinks }: Deps, mediaUrl: string): string | undefined => {
  if (mediaUrl.startsWith('/')) return mediaUrl;
  const url = URL.parse(mediaUrl);
  const path = url ? `${url.pathname}${url.search}` : '';
  return mediaLinks.opened(path) ? path : undefined;
};

const knownFile = async (
  { media, mediaLinks, mediaLimits }: Deps,
  companyId: string,
  address: string,
): Promise<ReceivedFile> => {
  const file = mediaLinks.opened(address);
  if (!file || file.companyId !== companyId) throw refuse('ERR_NO_PERMISSION');
  const found = await media.find(file, file.messageId);
  const stream = found && (await media.open(file));
  if (!found || !stream) throw refuse('ERR_WAPP_DOWNLOAD_MEDIA');
  const draft = await media.receive(stream, mediaLimits.documentLimit + 1);
  const detail = { voice: false, seconds: null, width: null, height: null };
  return { draft, name: found.name ?? '', detail };
};

const fetched = async (deps: Deps, address: string): Promise<ReceivedFile> => {
  if (!/^https?:\/\//i.test(address))
    throw new CallRefused('ERR_VALIDATION', {
      message: 'body.mediaUrl: an address of a file is wanted, as it was answered or as http(s)',
      details: { field: 'mediaUrl' },
    });
  try {
    const [file] = await fetchFiles(deps, [{ field: 'mediaUrl', url: address }]);
    if (!file) throw refuse('ERR_WAPP_DOWNLOAD_MEDIA');
    return file;
  } catch (error) {
    if (!(error instanceof CallRefused) || error.code !== 'ERR_MEDIA_NOT_FETCHED') throw error;
    const { message, details = {} } = error;
    throw new CallRefused('ERR_WAPP_DOWNLOAD_MEDIA', { message, details });
  }
};
