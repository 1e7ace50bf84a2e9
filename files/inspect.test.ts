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

const filled = (...parts: readonly (string | Buffer)[]) =>
  Buffer.concat([...parts.map(part => Buffer.from(part as string, 'latin1')), Buffer.alloc(600)]);
const film = (brand: string) => filled('\0\0\0\x18ftyp', brand, '\0\0\0\0isom', brand);
const ogg = (codec: string) => filled('OggS\0\x02', Buffer.alloc(20), '\x01\x14', codec);
const compoundStart = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** A compound file of Microsoft's whose directory begins with such an entry. */
const compound = (entry: string) => {
  const bytes = Buffer.alloc(2_048);
  compoundStart.copy(bytes);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt32LE(1, 48);
  bytes.write('Root Entry', 1_024, 'utf16le');
  bytes.write(entry, 1_152, 'utf16le');
  return bytes;
};
const zip = filled('PK\x03\x04\x14\0\0\0\0\0', Buffer.alloc(16), '\x05\0\0\0a.bin');
const office = 'application/vnd.openxmlformats-officedocument';

/** Each kind by its bytes; a name says more only within a container, and nothing against the bytes. */
const kinds: readonly (readonly [mime: string, bytes: Buffer | string, name?: string])[] = [
  ['application/msword', filled(compoundStart), 'contrato.doc'],
  ['application/vnd.ms-excel', filled(compoundStart), 'PLANILHA.XLS'],
  ['application/vnd.ms-powerpoint', filled(compoundStart), 'aula.pps'],
  ['application/x-cfb', filled(compoundStart), 'contrato.pdf'],
  ['application/x-cfb', filled(compoundStart)],
  ['application/msword', compound('WordDocument'), 'na verdade.xls'],
  ['application/vnd.ms-excel', compound('Workbook')],
  ['application/vnd.ms-powerpoint', compound('PowerPoint Document')],
  [`${office}.wordprocessingml.document`, zip, 'contrato.docx'],
  ['application/zip', zip, 'contrato.pdf'],
  ['audio/ogg', ogg('OpusHead\x01')],
  ['audio/ogg; codecs=vorbis', ogg('\x01vorbis')],
  ['audio/ogg; codecs=speex', ogg('Speex   1.2')],
  ['video/ogg', ogg('\x80theora'), 'som.ogg'],
  ['image/heic', film('heic'), 'foto.jpg'],
  ['video/3gpp', film('3gp4')],
  ['video/quicktime', film('qt  ')],
  ['video/mp4', film('mp42'), 'filme.mp4'],
  ['audio/mp4', film('mp42'), 'gravação.m4a'],
  ['audio/mp4', film('M4A '), 'filme.mp4'],
  ['video/vnd.avi', filled('RIFF\0\0\0\0AVI LIST')],
  ['video/mpeg', filled(Buffer.from('000001ba44', 'hex'))],
  ['text/csv', 'Nome;Fone\nAna;1\n', 'clientes.csv'],
  ['text/plain', '<script>alert(1)</script>', 'página.html'],
  ['application/pdf', '%PDF-1.7\n', 'foto.jpg'],
];

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

  it.each(kinds.map(([mime, bytes, name = null]) => [mime, bytes, name] as const))(
    'is %s',
    async (mime, bytes, name) => {
      expect((await inspectFile(fileOf(bytes), name)).mime).toBe(mime);
    },
  );

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
