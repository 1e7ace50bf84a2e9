import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { inspectFile, thumbnailOf } from './inspect.ts';

const folder = mkdtempSync(join(tmpdir(), 'media-inspect-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const fileOf = (bytes: Uint8Array | string) => {
  files += 1;
  const path = join(folder, String(files));
  writeFileSync(path, bytes);
  return path;
};
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#00aa55' } });

describe('what a file is', () => {
  it('goes by its bytes', async () => {
    const jpeg = fileOf(await picture(1200, 800).jpeg().toBuffer());
    expect(await inspectFile(jpeg)).toEqual({ mime: 'image/jpeg', width: 1200, height: 800 });
    const other = { width: null, height: null };
    expect(await inspectFile(fileOf('%PDF-1.7\n'))).toEqual({ mime: 'application/pdf', ...other });
    expect(await inspectFile(fileOf('Olá, “você”'))).toEqual({ mime: 'text/plain', ...other });
    expect(await inspectFile(fileOf(''))).toEqual({ mime: 'application/octet-stream', ...other });
    expect(await inspectFile(fileOf(Buffer.from([1, 0, 255, 3])))).toMatchObject({
      mime: 'application/octet-stream',
    });
  });

  it('never is a page or a drawing with scripts', async () => {
    const page = '<!doctype html><script>alert(1)</script>';
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const text of [page, drawing]) {
      const { mime } = await inspectFile(fileOf(text));
      expect(['text/plain', 'application/xml']).toContain(mime);
    }
  });

  it('is no image when it only begins like one', async () => {
    const whole = await picture(40, 40).png().toBuffer();
    expect(await inspectFile(fileOf(whole.subarray(0, 20)))).toMatchObject({ width: null });
  });

  it('is measured upright', async () => {
    const lying = fileOf(await picture(60, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    expect(await inspectFile(lying)).toMatchObject({ width: 20, height: 60 });
  });
});

describe('a thumbnail', () => {
  it('is small, keeps the shape and says nothing of where it was taken', async () => {
    const exif = { IFD0: { Make: 'Camera' } };
    const bytes = await picture(2000, 1000).withExif(exif).jpeg().toBuffer();
    const small = await sharp(await thumbnailOf(fileOf(bytes))).metadata();
    expect(small).toMatchObject({ format: 'webp', width: 480, height: 240 });
    expect(small.exif).toBeUndefined();
  });
  it('is not made larger, nor of what is no image', async () => {
    const tiny = await thumbnailOf(await picture(10, 10).png().toBuffer());
    expect(await sharp(tiny).metadata()).toMatchObject({ width: 10 });
    expect(await thumbnailOf(fileOf('texto'))).toBeUndefined();
  });
});
