import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { type Agent, get } from 'node:https';
import { MediaTooLarge } from '#files/draft.ts';
import type { Baileys } from '../baileys.ts';
import type { FileKind, RemoteFile } from './remote-file.ts';

/** What it takes to have a file: of a message, or of the history that a phone tells. */
export type Sealed = Pick<RemoteFile, 'directPath' | 'url' | 'mediaKey'> & {
  readonly kind: FileKind | 'md-msg-hist';
};

/**
 * Which hosts have files. The address of a file is the sender's word: nothing else may be asked for in our name.
 */
export type MediaHosts = {
  readonly allows: (url: URL) => boolean;
  /** Where a path alone leads. */
  readonly host: string;
  readonly agent?: Agent | undefined;
};

/** `expired`: WhatsApp has it no more, the phone may. `unreachable`: later perhaps. `broken`: never. */
export class FileTrouble extends Error {
  override readonly name = 'FileTrouble';
  readonly reason: 'expired' | 'unreachable' | 'broken';
  constructor(reason: FileTrouble['reason'], message: string) {
    super(`${reason}: ${message}`);
    this.reason = reason;
  }
}

const macBytes = 10;
const silenceMs = 30_000;

/**
 * The bytes of a file, decrypted as they come. Throws FileTrouble; only at its end it is known whether what was given
 * out is what was sent.
 */
export async function* fetchFile(
  baileys: Baileys,
  file: Sealed,
  { hosts, signal }: { readonly hosts: MediaHosts; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const mediaKey = Buffer.from(file.mediaKey, 'base64');
  const { iv, cipherKey, macKey } = await baileys.getMediaKeys(mediaKey, file.kind);
  if (!macKey) throw new FileTrouble('broken', 'no key');
  const response = await ask(addressOf(file, hosts), hosts.agent, signal);
  const mac = createHmac('sha256', macKey).update(iv);
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
  let tail = Buffer.alloc(0);
  try {
    for await (const chunk of response) {
      tail = Buffer.concat([tail, chunk]);
      if (tail.length <= macBytes) continue;
      const body = tail.subarray(0, -macBytes);
      tail = tail.subarray(-macBytes);
      mac.update(body);
      yield decipher.update(body);
    }
  } catch (error) {
    throw new FileTrouble('unreachable', String(error));
  }
  if (!response.complete) throw new FileTrouble('unreachable', 'it broke off');
  const expected = mac.digest().subarray(0, macBytes);
  if (tail.length !== macBytes || !timingSafeEqual(tail, expected))
    throw new FileTrouble('broken', 'it was changed on its way');
  yield lastOf(decipher);
}

/** The bytes at an address, as they are. Throws FileTrouble; only addresses of the hosts are asked. */
export async function* fetchPlain(
  url: string,
  { hosts, signal }: { readonly hosts: MediaHosts; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const given = allowed(url, undefined, hosts);
  if (!given) throw new FileTrouble('broken', 'it lies nowhere that is known');
  const response = await ask(given, hosts.agent, signal);
  try {
    for await (const chunk of response) yield chunk;
  } catch (error) {
    throw new FileTrouble('unreachable', String(error));
  } finally {
    response.destroy();
  }
  if (!response.complete) throw new FileTrouble('unreachable', 'it broke off');
}

/** All of it at once. Throws MediaTooLarge behind so many bytes. */
export const wholeOf = async (chunks: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Buffer> => {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > mostBytes) throw new MediaTooLarge(`more than ${mostBytes} bytes`);
    read.push(chunk);
  }
  return Buffer.concat(read);
};

const lastOf = (decipher: ReturnType<typeof createDecipheriv>): Buffer => {
  try {
    return decipher.final();
  } catch {
    throw new FileTrouble('broken', 'its end is missing');
  }
};

const addressOf = ({ directPath, url }: Sealed, hosts: MediaHosts): URL => {
  const given = allowed(url, undefined, hosts);
  const base = `https://${given?.host ?? hosts.host}`;
  // A path can name a host of its own: what it leads to is what must be allowed.
  const address = directPath?.startsWith('/') ? allowed(directPath, base, hosts) : given;
  if (!address) throw new FileTrouble('broken', 'it lies nowhere that is known');
  return address;
};

const allowed = (address: string | null, base: string | undefined, hosts: MediaHosts): URL | undefined => {
  const url = address ? URL.parse(address, base) : null;
  return url && hosts.allows(url) ? url : undefined;
};

const ask = (url: URL, agent: Agent | undefined, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { origin: 'https://web.whatsapp.com' };
    const heard = (response: IncomingMessage) => {
      const { statusCode = 0 } = response;
      if (statusCode === 200) return resolve(response);
      response.destroy();
      reject(new FileTrouble(gone.has(statusCode) ? 'expired' : 'unreachable', `answer ${statusCode}`));
    };
    const options = { headers, signal, timeout: silenceMs };
    const request =
      url.protocol === 'https:'
        ? get(url, { ...options, ...(agent ? { agent } : {}) }, heard)
        : getPlain(url, options, heard);
    request.on('timeout', () => request.destroy(new Error('silence')));
    request.on('error', error => reject(new FileTrouble('unreachable', error.message)));
  });

const gone: ReadonlySet<number> = new Set([403, 404, 410]);
