import { MediaTooLarge } from '#files/draft.ts';
import { type FetchProblem, FetchRefused } from '#safe-fetch/refusal.ts';
import { type Fetched, safeFetch } from '#safe-fetch/safe-fetch.ts';
import { EncodingRefused, unpacked } from '#safe-fetch/unpacked.ts';
import { CallRefused } from '../errors/refusal.ts';
import type { Gateway } from '../gateway.ts';
import { discardAll, noDetail, type ReceivedFile, tooLarge } from '../media/received-files.ts';
import { nameOfFetched } from './name-of-file.ts';

const timeoutMs = 20_000;
const redirects = 3;

/** A file that a call names by its address, and the field that names it. */
export type NamedAddress = {
  readonly field: string;
  readonly url: string;
  /** What the call wants it to be called. */
  readonly name?: string | undefined;
};
type Deps = Pick<Gateway, 'media' | 'mediaLimits' | 'outboundAllowed'>;

/**
 * Gets the files that a call names by their addresses, one after the other, from public addresses only. None is left when
 * one cannot be had. @throws ERR_MEDIA_NOT_FETCHED with the field, ERR_MEDIA_TOO_LARGE.
 */
export const fetchFiles = async (
  deps: Deps,
  addresses: readonly NamedAddress[],
): Promise<readonly ReceivedFile[]> => {
  const files: ReceivedFile[] = [];
  try {
    for (const address of addresses) files.push(await fetchFile(deps, address));
    return files;
  } catch (error) {
    await discardAll(files);
    throw error;
  }
};

const fetchFile = async (deps: Deps, address: NamedAddress): Promise<ReceivedFile> => {
  const maxBytes = deps.mediaLimits.documentLimit;
  try {
    const answer = await safeFetch(address.url, {
      ...{ timeoutMs, maxBytes, redirects, headers: { 'accept-encoding': 'identity' } },
      ...(deps.outboundAllowed ? { allowed: deps.outboundAllowed } : {}),
    });
    mustBeWanted(answer, address, maxBytes);
    const draft = await deps.media.receive(unpacked(answer, maxBytes), maxBytes);
    if (draft.size > 0) return { draft, name: address.name ?? nameOfFetched(answer), detail: noDetail };
    await draft.discard();
    throw notFetched(address, 'it is empty (0 bytes)');
  } catch (error) {
    if (error instanceof MediaTooLarge || (error instanceof FetchRefused && error.problem === 'too-large'))
      throw tooLarge(address.field, maxBytes);
    if (error instanceof EncodingRefused)
      throw notFetched(address, 'its Content-Encoding is unknown or broken');
    throw error instanceof FetchRefused ? notFetched(address, reasons[error.problem]) : error;
  }
};

/** Looks at the head alone: what is refused by it is not read. */
const mustBeWanted = ({ status, headers, body }: Fetched, address: NamedAddress, maxBytes: number): void => {
  const size = Number(headers['content-length'] ?? 0);
  if (status === 200 && !(size > maxBytes)) return;
  body.destroy();
  throw status === 200
    ? tooLarge(address.field, maxBytes, size)
    : notFetched(address, `its server answered ${status}`);
};

const notFetched = ({ field, url }: NamedAddress, reason: string): CallRefused =>
  new CallRefused('ERR_MEDIA_NOT_FETCHED', {
    message: `${field}: ${withoutQuery(url)} was not fetched: ${reason}`,
    details: { issues: [{ field, message: reason }] },
  });

/** Addresses may carry secrets behind the question mark. */
const withoutQuery = (url: string): string => url.split(/[?#]/)[0] ?? '';

const reasons: Readonly<Record<FetchProblem, string>> = {
  url: 'it is no address',
  protocol: 'only http and https are fetched',
  credentials: 'an address with a user or password is not fetched',
  port: 'its port is not one of the web',
  address: 'its host is in a private network',
  dns: 'its host is not known',
  unreachable: 'its server was not reached, or broke off',
  redirect: `it is redirected more than ${redirects} times`,
  'too-large': 'it is too large',
  timeout: `it took longer than ${timeoutMs / 1_000} seconds`,
};
