import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { charactersOf } from '#domain/shared/text.ts';

const SIZE = 320;
const HUES = 12;

/** Profile pictures on disk, named by their hash. */
export class PictureStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Stores any image as a square JPEG and returns its path on this server. Throws when it is no image. */
  async put(image: Buffer): Promise<string> {
    const jpeg = await sharp(image).resize(SIZE, SIZE, { fit: 'cover' }).jpeg().toBuffer();
    const name = `${createHash('sha256').update(jpeg).digest('hex')}.jpg`;
    await writeFile(join(this.#folder, name), jpeg);
    return `/pictures/${name}`;
  }

  /** The JPEG behind a path; undefined when there is none. */
  async get(path: string): Promise<Buffer | undefined> {
    const name = /^\/pictures\/([0-9a-f]{64}\.jpg)$/.exec(path)?.[1];
    if (!name) return undefined;
    return readFile(join(this.#folder, name)).catch(() => undefined);
  }
}

/** Draws a picture for somebody: the initials of the name on a colour that the number decides. */
export function drawAvatar(name: string, number: string): Buffer {
  const hue = (Number(number.slice(-4)) % HUES) * (360 / HUES);
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map(word => (charactersOf(word)[0] ?? '').toUpperCase().replace(/[<>&]/g, ''))
    .join('');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}">
      <rect width="100%" height="100%" fill="hsl(${hue} 45% 55%)"/>
      <text x="50%" y="50%" dy=".35em" text-anchor="middle" font-family="sans-serif" font-size="140" fill="white">${initials}</text>
    </svg>`,
  );
}
