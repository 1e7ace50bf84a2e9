import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import type { Media } from '#domain/message/events.ts';
import { inspectFile, thumbnailOf } from '#files/inspect.ts';
import { keepPicture, type MediaStore } from '#files/store.ts';

export const photo = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const bytesOf = async (store: MediaStore, companyId: string, hash: string): Promise<Buffer> => {
  const stream = await store.open({ companyId, hash });
  return Buffer.concat(stream ? await stream.toArray() : []);
};

/** Puts a file into the store for a message, as the gateway does with what a browser sends. */
export const storeFile = async (
  store: MediaStore,
  owner: { readonly companyId: string; readonly messageId: string; readonly persons: readonly string[] },
  { bytes, name, ...more }: { bytes: Buffer; name: string; voice?: boolean; seconds?: number },
): Promise<Media> => {
  const draft = await store.receive(Readable.from([bytes]), bytes.length);
  const { hash, size } = draft;
  const { mime, width, height } = await inspectFile(draft.path, name);
  const picture = await thumbnailOf(draft.path);
  await store.keep(owner, draft, { kind: 'original', mime, name });
  return {
    ...{ hash, size, mime, width, height, name, sticker: false, voice: false, seconds: null, ...more },
    thumbnail: picture ? await keepPicture(store, owner, picture) : null,
  };
};
