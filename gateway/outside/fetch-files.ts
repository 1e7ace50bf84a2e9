import { basename } from 'node:path/posix';
import { fileName } from '#domain/shared/text.ts';
import { MediaTooLarge } from '#files/draft.ts';
import { FetchRefused } from '#safe-fetch/refusal.ts';
import { type Fetched, safeFetch } from '#safe-fetch/safe-fetch.ts';
import { CallRefused, refuse } from '../errors/refusal.ts';
import type { Gateway } from '../gateway.ts';
import { discardAll, noDetail, type ReceivedFile } from '../media/received-files.ts';

const timeoutMs = 20_000;
const redirects = 3;

type Deps = Pick<Gateway, 'media' | 'mediaLimits' | 'outboundAllowed'>;

/**
 * Gets the files that a call names by their addresses, one after the other, from public addresses only. None is left when
 * one cannot be had. @throws ERR_MEDIA_NOT_FETCHED with the field, ERR_MEDIA_TOO_LARGE.
 */
export const fetchFiles = async (deps: Deps, urls: readonly string[]): Promise<readonly ReceivedFile[]> => {
  const files: ReceivedFile[] = [];
  try {
    for (const url of urls) files.push(await fetchFile(deps, url));
    return files;
  } catch (error) {
    await discardAll(files);
    throw error;
  }
};

const fetchFile = async (
  { media, mediaLimits, outboundAllowed }: Deps,
  url: string,
): Promise<ReceivedFile> => {
  const maxBytes = mediaLimits.documentLimit;
  try {
    const answer = await safeFetch(url, {
      ...{ timeoutMs, maxBytes, redirects },
      ...(outboundAllowed ? { allowed: outboundAllowed } : {}),
    });
    if (answer.status !== 200) {
      answer.body.destroy();
      throw notFetched(url, `its server answered ${answer.status}`);
    }
    const draft = await media.receive(answer.body, maxBytes);
    return { draft, name: nameOf(answer), detail: noDetail };
  } catch (error) {
    if (error instanceof MediaTooLarge || (error instanceof FetchRefused && error.problem === 'too-large'))
      throw refuse('ERR_MEDIA_TOO_LARGE', { limit: maxBytes });
    throw error instanceof FetchRefused ? notFetched(url, error.problem) : error;
  }
};

const notFetched = (url: string, reason: string): CallRefused =>
  new CallRefused('ERR_MEDIA_NOT_FETCHED', {
    message: `mediaUrl: ${withoutQuery(url)} was not fetched: ${reason}`,
    details: { field: 'mediaUrl' },
  });

/** Addresses may carry secrets behind the question mark. */
const withoutQuery = (url: string): string => url.split(/[?#]/)[0] ?? '';

const nameOf = ({ headers, url }: Fetched): string => {
  const [, quoted, bare] =
    /filename="([^"]+)"|filename=([^;]+)/i.exec(headers['content-disposition'] ?? '') ?? [];
  return fileName(quoted ?? bare?.trim() ?? '') || fileName(decoded(basename(url.pathname)));
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
