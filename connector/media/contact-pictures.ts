import { MediaTooLarge } from '#files/draft.ts';
import { thumbnailOf } from '#files/inspect.ts';
import { keepPicture, type MediaStore } from '#files/store.ts';
import { FileTrouble, fetchPlain, type MediaHosts, wholeOf } from './fetch-file.ts';

type Dependencies = {
  readonly media: MediaStore;
  readonly hosts: () => Promise<MediaHosts>;
  readonly signal: AbortSignal;
};
type Whose = { readonly companyId: string; readonly contactId: string };

/** Profile pictures as the company has them: WhatsApp's own addresses do not last, and tell WhatsApp who looks. */
export type ContactPictures = {
  /**
   * Keeps the picture that lies at an address of WhatsApp's, small and without what a camera wrote into it. Answers
   * its address at the gateway, always the same for the same picture; null when it is none, or the person was erased.
   * Throws FileTrouble when it may be had later, and what Postgres and the media store throw.
   */
  readonly keep: (whose: Whose, url: string) => Promise<string | null>;
  /** Gives up all pictures of a contact but the one at this address. */
  readonly keepOnly: (whose: Whose, address: string | null) => Promise<void>;
};

const mostBytes = 2_000_000;

export const openContactPictures = ({ media, hosts, signal }: Dependencies): ContactPictures => ({
  keep: async ({ companyId, contactId }, url) => {
    const bytes = await bytesAt(url, { hosts: await hosts(), signal });
    const picture = bytes && (await thumbnailOf(bytes));
    if (!picture) return null;
    const owner = { companyId, messageId: contactId, persons: [contactId] };
    const hash = await keepPicture(media, owner, picture);
    return hash && `/api/media/${companyId}/${hash}?m=${contactId}`;
  },
  keepOnly: ({ companyId, contactId }, address) =>
    media.release(companyId, contactId, address?.match(/[0-9a-f]{64}/)?.[0]),
});

/** Undefined when there is nothing that could be a picture, now or later. */
const bytesAt = async (url: string, from: Parameters<typeof fetchPlain>[1]): Promise<Buffer | undefined> => {
  try {
    return await wholeOf(fetchPlain(url, from), mostBytes);
  } catch (error) {
    if (error instanceof MediaTooLarge) return undefined;
    if (error instanceof FileTrouble && error.reason !== 'unreachable') return undefined;
    throw error;
  }
};
