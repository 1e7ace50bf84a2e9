import { open } from 'node:fs/promises';
import { typeOfEnding } from '#domain/shared/file-kinds.ts';

/** What a file is by its bytes, whatever it is called. Width and height as it is shown; null for what is no image. */
export type Inspected = {
  readonly mime: string;
  readonly width: number | null;
  readonly height: number | null;
};

const images: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);
/** More than any phone's camera; a small file can claim to be huge. */
const mostPixels = 120_000_000;
const thumbnailSide = 480;

/**
 * Reads what a file is. Never throws for what it finds in it: an unknown one is `application/octet-stream`. Where its
 * bytes are a container of several kinds, its name says which, among those alone.
 */
export const inspectFile = async (path: string, name: string | null = null): Promise<Inspected> => {
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(path).catch(() => undefined);
  const mime = await refined(path, found ? plainName(found) : await textOrBytes(path), name);
  if (!images.has(mime)) return { mime, width: null, height: null };
  try {
    const { autoOrient } = await (await openImage(path)).metadata();
    return { mime, width: autoOrient.width, height: autoOrient.height };
  } catch {
    return { mime: 'application/octet-stream', width: null, height: null };
  }
};

/** As the rest of the product calls them. Of Ogg only what WhatsApp plays has no codec behind it. */
const plainName = ({ mime, ext }: { readonly mime: string; readonly ext: string }): string =>
  plainNames.get(`${mime} ${ext}`) ?? plainNames.get(mime) ?? mime;
const plainNames: ReadonlyMap<string, string> = new Map([
  ['audio/x-m4a', 'audio/mp4'],
  ['video/x-m4v', 'video/mp4'],
  ['video/MP1S', 'video/mpeg'],
  ['video/MP2P', 'video/mpeg'],
  ['audio/opus', 'audio/ogg'],
  ['audio/ogg; codecs=opus', 'audio/ogg'],
  ['audio/ogg ogg', 'audio/ogg; codecs=vorbis'],
  ['audio/ogg spx', 'audio/ogg; codecs=speex'],
  ['audio/ogg oga', 'audio/ogg; codecs=flac'],
]);

const office = 'application/vnd.openxmlformats-officedocument.';
const openDocument = 'application/vnd.oasis.opendocument.';
const compound = 'application/x-cfb';
/** What may be in a container whose bytes do not say it. A page or a drawing with scripts is in none. */
const inContainer: Readonly<Record<string, readonly string[]>> = {
  [compound]: [
    ...['application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint'],
    ...['application/vnd.ms-outlook', 'application/vnd.visio'],
  ],
  'application/zip': [
    ...[`${office}wordprocessingml.document`, `${office}spreadsheetml.sheet`],
    ...[`${office}presentationml.presentation`, `${openDocument}text`, `${openDocument}spreadsheet`],
    `${openDocument}presentation`,
  ],
  'video/mp4': ['audio/mp4'],
  'video/x-ms-asf': ['audio/x-ms-asf'],
  'video/webm': ['audio/webm'],
  'text/plain': ['text/csv', 'text/vcard', 'text/calendar', 'application/json'],
};

const refined = async (path: string, mime: string, name: string | null): Promise<string> => {
  const said = mime === compound ? await compoundKind(path) : undefined;
  if (said) return said;
  const named = typeOfEnding(name ?? '');
  return named && inContainer[mime]?.includes(named) ? named : mime;
};

/** What is in a compound file of Microsoft's, by what the first entries of its directory are called. */
const compoundKind = async (path: string): Promise<string | undefined> => {
  const file = await open(path);
  try {
    const read = async (at: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    };
    const head = await read(0, 512);
    if (head.length < 512) return undefined;
    const sector = 2 ** Math.min(head.readUInt16LE(30), 12);
    const directory = await read((head.readUInt32LE(48) + 1) * sector, 8 * 512);
    const names = directory.toString('utf16le');
    return compoundNames.find(([entry]) => names.includes(`${entry}\0`))?.[1];
  } finally {
    await file.close();
  }
};
const compoundNames = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['__properties_version1.0', 'application/vnd.ms-outlook'],
  ['VisioDocument', 'application/vnd.visio'],
] as const;

/** A small WebP of an image, upright and without what the camera wrote into it; undefined when it is no image. */
export const thumbnailOf = async (file: string | Uint8Array): Promise<Buffer | undefined> => {
  try {
    const image = await openImage(file);
    return await image
      .autoOrient()
      .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 70 })
      .toBuffer();
  } catch {
    return undefined;
  }
};

const previewSide = 72;

/** The tiny JPEG that goes within a message; undefined when it cannot be made. */
export const previewOf = async (picture: Uint8Array): Promise<Buffer | undefined> => {
  try {
    const image = await openImage(picture);
    return await image
      .resize(previewSide, previewSide, { fit: 'inside' })
      .flatten({ background: 'white' })
      .jpeg({ quality: 50 })
      .toBuffer();
  } catch {
    return undefined;
  }
};

const openImage = async (file: string | Uint8Array) => {
  const { default: sharp } = await import('sharp');
  return sharp(file, { limitInputPixels: mostPixels, failOn: 'error' });
};

const textOrBytes = async (path: string): Promise<string> => {
  const file = await open(path);
  try {
    const head = Buffer.alloc(4_096);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    const text = new TextDecoder('utf-8', { fatal: true });
    try {
      const decoded = text.decode(head.subarray(0, bytesRead), { stream: bytesRead === head.length });
      return decoded.includes('\0') || decoded === '' ? 'application/octet-stream' : 'text/plain';
    } catch {
      return 'application/octet-stream';
    }
  } finally {
    await file.close();
  }
};
