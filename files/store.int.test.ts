import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import S3rver from '@20minutes/s3rver';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { createTestDatabase } from '#start/postgres/testing.ts';
import { MediaTooLarge } from './draft.ts';
import { migrateMedia } from './migrate.ts';
import type { S3Settings } from './s3-blobs.ts';
import { type MediaStore, openMediaStore } from './store.ts';

const bucket = 'balcao';
const account = { key: 'S3RVER', secret: 'S3RVER' };

let folder: string;
let pool: Pool;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: S3rver;
let s3: S3Settings;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-store-'));
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url });
  await migrateMedia(pool);
  server = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 's3') },
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await server.run();
  s3 = { endpoint: `http://127.0.0.1:${port}`, bucket, region: 'us-east-1', ...account };
}, 60_000);

afterAll(async () => {
  await server.close();
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const bytesOf = async (stream: Readable | undefined) => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream ?? []) chunks.push(chunk);
  return stream && Buffer.concat(chunks).toString();
};

describe.each([['on disk'], ['in a bucket']])('the media store %s', where => {
  let dataDir: string;
  let store: MediaStore;
  let companyId: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(folder, 'data-'));
    store = openMediaStore(pool, where === 'on disk' ? { dataDir } : { dataDir, s3 });
    companyId = newId();
  });

  const receive = (text: string, limit = 1_000) => store.receive(Readable.from([Buffer.from(text)]), limit);
  const use = { kind: 'original' as const, mime: 'text/plain', name: 'nota.txt' };
  const keep = async (text: string, persons: readonly string[], of = companyId) => {
    const draft = await receive(text);
    const messageId = newId();
    const kept = await store.keep({ companyId: of, messageId, persons }, draft, use);
    return { kept, messageId, hash: draft.hash };
  };
  const shown = async (hash: string, of = companyId) => bytesOf(await store.open({ companyId: of, hash }));
  const draftsLeft = () => readdir(join(dataDir, 'media', 'drafts'));

  it('gives back what it was given, whole and in part, by its hash', async () => {
    const { hash, messageId } = await keep('Bom dia', [newId()]);
    expect(await shown(hash)).toBe('Bom dia');
    expect(await bytesOf(await store.open({ companyId, hash }, { from: 4, to: 6 }))).toBe('dia');
    expect(await store.find({ companyId, hash }, messageId)).toEqual({
      ...{ mime: 'text/plain', name: 'nota.txt', size: 7 },
    });
    expect(await draftsLeft()).toEqual([]);
  });

  it('finds nothing for another message, another company or another hash', async () => {
    const { hash, messageId } = await keep('Segredo', [newId()]);
    expect(await store.find({ companyId, hash }, newId())).toBeUndefined();
    expect(await store.find({ companyId: newId(), hash }, messageId)).toBeUndefined();
    expect(await store.open({ companyId: newId(), hash })).toBeUndefined();
    expect(await store.open({ companyId, hash: '0'.repeat(64) })).toBeUndefined();
  });

  it('refuses what is too large, and leaves nothing of it', async () => {
    await expect(receive('x'.repeat(11), 10)).rejects.toThrow(MediaTooLarge);
    expect(await draftsLeft()).toEqual([]);
  });

  it('leaves nothing of what broke off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('halb');
        throw new Error('the line broke');
      })(),
    );
    await expect(store.receive(broken, 100)).rejects.toThrow('the line broke');
    expect(await draftsLeft()).toEqual([]);
  });

  it('removes an erased person’s files, and keeps what others have the same bytes of', async () => {
    const [ana, bob] = [newId(), newId()];
    const own = await keep('Só de Ana', [ana]);
    const shared = await keep('De ambos', [ana]);
    const others = await keep('De ambos', [bob]);
    const inGroup = await keep('No grupo', [bob, ana]);
    await store.purge(companyId, [ana]);
    expect(await shown(own.hash)).toBeUndefined();
    expect(await shown(inGroup.hash)).toBeUndefined();
    expect(await store.find({ companyId, hash: shared.hash }, shared.messageId)).toBeUndefined();
    expect(await shown(others.hash)).toBe('De ambos');
    expect(await store.find({ companyId, hash: others.hash }, others.messageId)).toBeDefined();
    await store.purge(companyId, [bob]);
    expect(await shown(others.hash)).toBeUndefined();
  });

  it('keeps nothing that comes late of somebody who was erased', async () => {
    const ana = newId();
    await store.purge(companyId, [ana]);
    const late = await keep('Tarde', [newId(), ana]);
    expect(late.kept).toBe(false);
    expect(await shown(late.hash)).toBeUndefined();
    expect(await draftsLeft()).toEqual([]);
  });

  it('ends in one of two states when a file is erased and kept at the same time', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [ana, bob] = [newId(), newId()];
      await keep(`Rodada ${round}`, [ana]);
      const [, again, late] = await Promise.all([
        store.purge(companyId, [ana]),
        keep(`Rodada ${round}`, [bob]),
        keep(`Só Ana ${round}`, [ana]),
      ]);
      expect(await shown(again.hash)).toBe(`Rodada ${round}`);
      expect(await shown(late.hash)).toBeUndefined();
      const { rowCount } = await pool.query('select from media.object where persons && $1::uuid[]', [[ana]]);
      expect(rowCount).toBe(0);
    }
  });

  it('gives a message what another owner has, which may go afterwards, and which an erasure finds', async () => {
    const person = newId();
    const { hash, messageId: from } = await keep('Mapa da loja', [person]);
    const messageId = newId();
    for (let turn = 0; turn < 2; turn += 1) await store.share(companyId, from, messageId);
    await store.release(companyId, from);
    expect(await store.find({ companyId, hash }, messageId)).toMatchObject({ name: 'nota.txt', size: 12 });
    await store.share(companyId, newId(), newId());
    await store.purge(companyId, [person]);
    expect(await shown(hash)).toBeUndefined();
  });

  it('gives up what a message held that never came to be', async () => {
    const given = await keep('Recusada', [newId()]);
    await store.release(companyId, given.messageId);
    expect(await shown(given.hash)).toBeUndefined();
  });
});

it('a file that cannot be removed keeps none of the others of an erased person', async () => {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const store = openMediaStore(pool, { dataDir });
  const [companyId, ana] = [newId(), newId()];
  const hashes: string[] = [];
  for (const text of ['Um', 'Dois', 'Três']) {
    const draft = await store.receive(Readable.from([Buffer.from(text)]), 100);
    const use = { kind: 'original' as const, mime: 'text/plain', name: null };
    await store.keep({ companyId, messageId: newId(), persons: [ana] }, draft, use);
    hashes.push(draft.hash);
  }
  const [stuck = '', ...others] = hashes.toSorted();
  const found = await readdir(join(dataDir, 'media'), { recursive: true });
  const path = join(dataDir, 'media', found.find(name => name.endsWith(stuck)) ?? '');
  await rm(path);
  await mkdir(path);
  await expect(store.purge(companyId, [ana])).rejects.toThrow();
  const left = await Promise.all(others.map(hash => store.open({ companyId, hash })));
  expect(left).toEqual([undefined, undefined]);
  await rm(path, { recursive: true });
  await store.purge(companyId, [ana]);
  expect((await pool.query('select from media.object where company_id = $1', [companyId])).rowCount).toBe(0);
});
