import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { MessageView } from '#contracts/views.ts';

export type MediaFile = {
  readonly companyId: string;
  readonly hash: string;
  readonly messageId: string;
};
export type SignedFile = MediaFile & { readonly expires: number; readonly signature: string };

/** Addresses of files that whoever has them may open, until they expire. */
export type MediaLinks = {
  /** Makes the addresses in a message ones that open. Only for who may see its ticket. */
  readonly signed: (message: MessageView) => MessageView;
  /**
   * The same for pictures of contacts and files of records, wherever `profilePicUrl` or `mediaPath` stands in what is
   * answered; copies what it changes.
   */
  readonly withPictures: <Value>(value: Value) => Value;
  /** The file that a signed address opens; undefined when it is none, made up, changed or over. */
  readonly opened: (address: string) => MediaFile | undefined;
  /** Seconds that an address still opens; 0 when it is made up, changed or over. */
  readonly secondsLeft: (file: SignedFile) => number;
};

const hour = 3_600;
/** All addresses that are made within these hours are the same, so that browsers find what they have. */
const sameSeconds = 6 * hour;
const leastSeconds = 12 * hour;

/** Their key is made from the installation's secret: another secret ends all addresses. */
export const createMediaLinks = (secret: string, now = Date.now): MediaLinks => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'balcao media links', 32));
  const nowSeconds = () => Math.floor(now() / 1_000);

  const signatureOf = ({ companyId, hash, messageId }: MediaFile, expires: number): Buffer =>
    createHmac('sha256', key).update([companyId, hash, messageId, expires].join('/')).digest();

  const sign = (address: string): string => {
    const [, companyId = '', hash = '', messageId = ''] = plain.exec(address) ?? [];
    if (companyId === '') throw new Error('no address of media');
    const expires = Math.ceil((nowSeconds() + leastSeconds) / sameSeconds) * sameSeconds;
    const signature = signatureOf({ companyId, hash, messageId }, expires).toString('base64url');
    return `${address}&e=${expires}&s=${signature}`;
  };

  const secondsLeft = ({ expires, signature, ...file }: SignedFile): number => {
    const given = Buffer.from(signature, 'base64url');
    const expected = signatureOf(file, expires);
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
    return isOurs ? Math.max(0, expires - nowSeconds()) : 0;
  };

  return {
    signed: message => {
      const { mediaUrl, media } = message;
      if (!mediaUrl || !media) return message;
      const { thumbnailUrl } = media;
      const address = sign(mediaUrl);
      return {
        ...message,
        ...{ mediaUrl: address, mediaPath: address },
        media: { ...media, thumbnailUrl: thumbnailUrl && sign(thumbnailUrl) },
      };
    },
    withPictures: value => signedPictures(value, sign) as typeof value,
    opened: address => {
      const [, companyId = '', hash = '', messageId = '', expires, signature = ''] =
        whole.exec(address) ?? [];
      const file = { companyId, hash, messageId };
      return secondsLeft({ ...file, expires: Number(expires), signature }) > 0 ? file : undefined;
    },
    secondsLeft,
  };
};

/** Everything that is as it was stays the same value. */
const signedPictures = (value: unknown, sign: (address: string) => string): unknown => {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const signed = value.map(each => signedPictures(each, sign));
    return signed.some((each, index) => each !== value[index]) ? signed : value;
  }
  let copy: Record<string, unknown> | undefined;
  for (const [name, each] of Object.entries(value)) {
    const isPicture = addressed.has(name) && typeof each === 'string' && plain.test(each);
    const signed = isPicture ? sign(each) : signedPictures(each, sign);
    if (signed !== each) copy = { ...(copy ?? value), [name]: signed };
  }
  return copy ?? value;
};

const addressed: ReadonlySet<string> = new Set(['profilePicUrl', 'mediaPath']);

const plain = /^\/api\/media\/([0-9a-f-]{36})\/([0-9a-f]{64})\?m=([0-9a-f-]{36})$/;
const whole =
  /^\/api\/media\/([0-9a-f-]{36})\/([0-9a-f]{64})\?m=([0-9a-f-]{36})&e=(\d{1,12})&s=([\w-]{1,100})$/;
