import type { Media } from '#domain/message/events.ts';
import type { Draft } from '#files/draft.ts';
import { MediaTooLarge } from '#files/draft.ts';
import { inspectFile, thumbnailOf } from '#files/inspect.ts';
import { keepPicture, type MediaOwner, type MediaStore } from '#files/store.ts';
import type { Baileys } from '../baileys.ts';
import { FileTrouble, fetchFile, type MediaHosts } from './fetch-file.ts';
import type { RemoteFile } from './remote-file.ts';

/** Bytes that an image, a sound or a film may have, and any other file. */
export type MediaLimits = { readonly limit: number; readonly documentLimit: number };

export type Obtaining = {
  readonly baileys: Baileys;
  readonly media: MediaStore;
  readonly limits: MediaLimits;
  readonly hosts: MediaHosts;
  readonly signal: AbortSignal;
};

/**
 * Downloads a file and keeps it for its message, with a small picture of it where there can be one. Undefined when the
 * message's people were erased. Throws FileTrouble, MediaTooLarge, and what Postgres and the media store throw.
 */
export const obtainFile = async (
  { baileys, media, limits, hosts, signal }: Obtaining,
  owner: MediaOwner,
  file: RemoteFile,
): Promise<Media | undefined> => {
  const { hint, kind } = file;
  const limit = kind === 'document' ? limits.documentLimit : limits.limit;
  if ((hint.size ?? 0) > limit) throw new MediaTooLarge(`${hint.size} bytes`);
  const draft = await media.receive(fetchFile(baileys, file, { hosts, signal }), limit);
  try {
    if (file.sha256 && Buffer.from(file.sha256, 'base64').toString('hex') !== draft.hash)
      throw new FileTrouble('broken', 'it is not what was sent');
    return await keep(media, owner, draft, file);
  } finally {
    await draft.discard();
  }
};

const keep = async (
  media: MediaStore,
  owner: MediaOwner,
  draft: Draft,
  { hint, preview, kind }: RemoteFile,
): Promise<Media | undefined> => {
  const { hash, size } = draft;
  const { mime, width, height } = await inspectFile(draft.path, hint.name);
  const picture = await pictureOf(kind, draft.path, preview);
  if (!(await media.keep(owner, draft, { kind: 'original', mime, name: hint.name }))) return undefined;
  const thumbnail = picture ? await keepPicture(media, owner, picture) : null;
  const shape = { width: width ?? hint.width, height: height ?? hint.height };
  return { ...hint, ...shape, hash, mime, size, thumbnail };
};

const pictureOf = (kind: RemoteFile['kind'], path: string, preview: string | null) => {
  if (kind === 'image') return thumbnailOf(path);
  return preview && kind !== 'sticker' ? thumbnailOf(Buffer.from(preview, 'base64')) : undefined;
};
