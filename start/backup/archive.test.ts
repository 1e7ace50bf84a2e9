import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentOf, linesOf, readEntries, readManifest, verifyArchive } from './archive-reader.ts';
import { createArchive } from './archive-writer.ts';
import { chunkOf, openChunks } from './chunks.ts';

const manifest = {
  format: 1,
  product: '0.1.0',
  createdAt: '2026-01-02T03:04:05.678Z',
  log: { events: 0, upTo: 0, digest: '', nodePositions: true },
  tables: [],
  sequences: [],
  readModels: [],
} as const;
const longName = `data/media/${'0123456789/'.repeat(10)}${'a'.repeat(64)}`;
const noise = randomBytes(100_000);

describe('the file of a backup', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'backup-archive-'));
    file = join(folder, 'all.balcao');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = async () => {
    const archive = createArchive(file);
    await archive.add('log/log-000001.jsonl', Buffer.from('{"a":1}\n{"b":"ção"}\n'));
    writeFileSync(join(folder, 'noise'), noise);
    await archive.addFile(longName, join(folder, 'noise'));
    await archive.add('empty', Buffer.alloc(0));
    await archive.finish({ ...manifest, tables: [], sequences: [], readModels: [] });
  };
  const verify = async () => verifyArchive(file, await readManifest(file), () => undefined);

  it('gives back what was put in, with the manifest first and closed to other people', async () => {
    await write();
    await verify();
    const found = new Map<string, Buffer>();
    for await (const entry of readEntries(file)) found.set(entry.name, await contentOf(entry));
    expect([...found.keys()]).toEqual(['log/log-000001.jsonl', longName, 'empty']);
    expect(found.get(longName)?.equals(noise)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(['all.balcao', 'noise']);
  });

  it('can be opened by tar', async () => {
    await write();
    const listed = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).trim().split('\n');
    expect(listed).toEqual(['manifest.json', 'log/log-000001.jsonl', longName, 'empty']);
    const content = execFileSync('tar', ['-xzOf', file, longName], { maxBuffer: 1e6 });
    expect(content.equals(noise)).toBe(true);
  });

  it('names the entry whose content is not what was written', async () => {
    await write();
    const plain = gunzipSync(readFileSync(file));
    const at = plain.indexOf('{"b"');
    plain[at + 2] = 0x63;
    writeFileSync(file, gzipSync(plain));
    await expect(verify()).rejects.toThrow(/damaged at entry log\/log-000001\.jsonl: its content/);
  });

  it('names the entry at which a damaged or cut file can no longer be read', async () => {
    await write();
    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(0, whole.length - 5_000));
    await expect(verify()).rejects.toThrow(/damaged at entry data\/media.*: unexpected end/);
    const broken = Buffer.from(whole);
    broken.fill(0, 50_000, 50_100);
    writeFileSync(file, broken);
    await expect(verify()).rejects.toThrow(/damaged at entry data\/media/);
  });

  it('is refused when it is no backup at all', async () => {
    writeFileSync(file, 'no');
    await expect(readManifest(file)).rejects.toThrow(/not a readable backup/);
    writeFileSync(file, gzipSync(Buffer.alloc(1024)));
    await expect(readManifest(file)).rejects.toThrow(/not a backup of Balcão/);
    await expect(readManifest(join(folder, 'none'))).rejects.toThrow(/ENOENT/);
  });

  it('leaves nothing behind when it is given up', async () => {
    const archive = createArchive(file);
    await archive.add('one', noise);
    await archive.discard();
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('cuts long lists into entries of a few megabytes', async () => {
    const archive = createArchive(file);
    const chunks = openChunks(archive, 'log/log');
    for (let n = 0; n < 10_000; n += 1) await chunks.add(JSON.stringify({ n, text: 'x'.repeat(1_000) }));
    await chunks.flush();
    await archive.finish({ ...manifest, tables: [], sequences: [], readModels: [] });
    const seen: string[] = [];
    let entries = 0;
    for await (const entry of readEntries(file)) {
      expect(chunkOf(entry.name)).toBe('log/log');
      expect(entry.size).toBeLessThan(5_000_000);
      seen.push(...(await linesOf(entry)));
      entries += 1;
    }
    expect(entries).toBeGreaterThan(1);
    expect(seen.map(line => JSON.parse(line).n)).toEqual(Array.from({ length: 10_000 }, (_, n) => n));
  });
});
