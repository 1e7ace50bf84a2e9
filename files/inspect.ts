import { open } from 'node:fs/promises';

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

/** Reads what a file is. Never throws for what it finds in it: an unknown one is `application/octet-stream`. */
export const inspectFile = async (path: string): Promise<Inspected> => {
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(path).catch(() => undefined);
  const mime = found ? (plainNames.get(found.mime) ?? found.mime) : await textOrBytes(path);
  if (!images.has(mime)) return { mime, width: null, height: null };
  try {
    const { autoOrient } = await (await openImage(path)).metadata();
    return { mime, width: autoOrient.width, height: autoOrient.height };
  } catch {
    return { mime: 'application/octet-stream', width: null, height: null };
  }
};

/** Sound in a container that could also hold a film is told apart by who says what it is. */
const plainNames: ReadonlyMap<string, string> = new Map([
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/opus', 'audio/ogg'],
  ['audio/ogg; codecs=opus', 'audio/ogg'],
  ['application/ogg', 'audio/ogg'],
]);

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
