import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Pool, PoolClient } from 'pg';
import { isOutage } from '#domain/shared/outage.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import type { BlobName, ByteRange } from './blobs.ts';
import { openDiskBlobs } from './disk-blobs.ts';
import { type Draft, discardAbandoned, receiveDraft } from './draft.ts';
import { openS3Blobs, type S3Settings } from './s3-blobs.ts';

export type MediaSettings = { readonly dataDir: string; readonly s3?: S3Settings | undefined };

/** Whose a file is: the message it belongs to, or the contact whose picture it is, and the people it tells of. */
export type MediaOwner = {
  readonly companyId: string;
  readonly messageId: string;
  readonly persons: readonly string[];
};
export type MediaUse = {
  readonly kind: 'original' | 'thumbnail';
  /** As the bytes say. */
  readonly mime: string;
  readonly name: string | null;
};
export type MediaObject = { readonly mime: string; readonly name: string | null; readonly size: number };

/**
 * Files of messages, each company's apart and the same bytes once. Every file has an owner in `media.object` before
 * it is put to its place, so that an erasure finds all of a person's.
 */
export type MediaStore = {
  /** See `receiveDraft`. */
  readonly receive: (stream: AsyncIterable<Uint8Array>, limit: number) => Promise<Draft>;
  /** Keeps a draft for a message; the draft is gone afterwards. False when one of its people was erased. Idempotent. */
  readonly keep: (owner: MediaOwner, draft: Draft, use: MediaUse) => Promise<boolean>;
  /** Gives up what a message holds that never came to be, but for one file of it if that is named. */
  readonly release: (companyId: string, messageId: string, butHash?: string) => Promise<void>;
  /** Gives a message all that another owner has, too, and its people. Idempotent. */
  readonly share: (companyId: string, from: string, messageId: string) => Promise<void>;
  /** What a message has under a hash; undefined when it has nothing, or the file is gone. */
  readonly find: (name: BlobName, messageId: string) => Promise<MediaObject | undefined>;
  readonly open: (name: BlobName, range?: ByteRange) => Promise<Readable | undefined>;
  /** Removes everything of erased people, and keeps what comes late of them out. Files of others stay. Idempotent. */
  readonly purge: (companyId: string, persons: readonly string[]) => Promise<void>;
};

/** Opens the store on `DATA_DIR/media`, or on a bucket. The schema must be there: see `migrateMedia`. */
export const openMediaStore = (pool: Pool, { dataDir, s3 }: MediaSettings): MediaStore => {
  const folder = join(dataDir, 'media');
  const drafts = join(folder, 'drafts');
  const blobs = s3 ? openS3Blobs(s3) : openDiskBlobs(folder);
  void discardAbandoned(drafts).catch(() => undefined);

  /** Whoever puts a file to its place or takes it away holds its name meanwhile. */
  const holding = <T>(name: BlobName, work: (client: PoolClient) => Promise<T>): Promise<T> =>
    inTransaction(pool, async client => {
      await client.query('select pg_advisory_xact_lock($1)', [lockOf(name)]);
      return work(client);
    });

  const drop = async (where: string, values: readonly unknown[]) => {
    const found = await pool.query<{ company_id: string; hash: string }>(
      `select distinct company_id, hash from media.object where ${where}`,
      [...values],
    );
    const dropOne = ({ companyId, hash }: BlobName) =>
      holding({ companyId, hash }, async client => {
        const name = [companyId, hash];
        const [one, other] = [values.length + 1, values.length + 2];
        const its = `company_id = $${one} and hash = $${other}`;
        await client.query(`delete from media.object where ${where} and ${its}`, [...values, ...name]);
        const others = await client.query(othersText, name);
        if (others.rowCount === 0) await blobs.remove({ companyId, hash });
      });
    // One that cannot be removed keeps none of the others.
    const failures: unknown[] = [];
    for (const { company_id: companyId, hash } of found.rows)
      await dropOne({ companyId, hash }).catch((error: unknown) => {
        if (isOutage(error)) throw error;
        failures.push(error);
      });
    if (failures.length > 0) throw failures[0];
  };

  return {
    receive: (stream, limit) => receiveDraft(drafts, stream, limit),
    keep: async ({ companyId, messageId, persons }, draft, { kind, mime, name }) => {
      const { hash } = draft;
      const key = [companyId, hash, messageId, kind];
      await pool.query(noteText, [...key, persons, mime, name]);
      const kept = await holding({ companyId, hash }, async client => {
        const { rowCount } = await client.query(settleText, [...key, persons]);
        if (rowCount === 0) await client.query(forgetText, key);
        else await blobs.put({ companyId, hash }, draft.path);
        return rowCount !== 0;
      });
      await draft.discard();
      return kept;
    },
    release: (companyId, messageId, butHash = '') =>
      drop('company_id = $1 and message_id = $2 and hash <> $3', [companyId, messageId, butHash]),
    share: async (companyId, from, messageId) => {
      const { rows } = await pool.query<{ hash: string }>(ownedText, [companyId, from]);
      for (const { hash } of rows)
        await holding({ companyId, hash }, client =>
          client.query(shareText, [companyId, from, messageId, hash]),
        );
    },
    find: async (name, messageId) => {
      const { rows } = await pool.query<{ mime: string; name: string | null }>({
        name: 'media-find',
        text: findText,
        values: [name.companyId, name.hash, messageId],
      });
      const size = rows[0] && (await blobs.size(name));
      return rows[0] && size !== undefined ? { ...rows[0], size } : undefined;
    },
    open: blobs.open,
    purge: async (companyId, persons) => {
      await pool.query(eraseText, [persons]);
      await drop('company_id = $1 and persons && $2::uuid[]', [companyId, persons]);
      // The planner's statistics hold samples of what was there.
      await pool.query('analyze media.object');
    },
  };
};

/** Keeps the small WebP that stands for a file; null when its people were erased. */
export const keepPicture = async (
  media: Pick<MediaStore, 'receive' | 'keep'>,
  owner: MediaOwner,
  picture: Buffer,
): Promise<string | null> => {
  const draft = await media.receive(Readable.from([picture]), picture.length);
  const use = { kind: 'thumbnail' as const, mime: 'image/webp', name: null };
  return (await media.keep(owner, draft, use)) ? draft.hash : null;
};

/** 64 bits of the name. */
const lockOf = ({ companyId, hash }: BlobName): bigint =>
  createHash('sha256').update(`${companyId}/${hash}`).digest().readBigInt64BE();

const erasedText = 'select from media.erased_person where person_id = any($5::uuid[])';
const noteText = `
  insert into media.object (company_id, hash, message_id, kind, persons, mime, name)
  select $1, $2, $3, $4, $5::uuid[], $6, $7 where not exists (${erasedText})
  on conflict (company_id, hash, message_id, kind) do update set mime = excluded.mime, name = excluded.name`;
const settleText = `
  update media.object set stored = true
  where company_id = $1 and hash = $2 and message_id = $3 and kind = $4 and not exists (${erasedText})`;
const ownedText =
  'select distinct hash from media.object where company_id = $1 and message_id = $2 and stored';
const shareText = `
  insert into media.object (company_id, hash, message_id, kind, persons, mime, name, stored)
  select company_id, hash, $3, kind, persons, mime, name, stored from media.object
  where company_id = $1 and message_id = $2 and hash = $4 and stored
  on conflict (company_id, hash, message_id, kind) do nothing`;
const forgetText =
  'delete from media.object where company_id = $1 and hash = $2 and message_id = $3 and kind = $4';
const othersText = 'select from media.object where company_id = $1 and hash = $2 limit 1';
const findText = `
  select mime, name from media.object
  where company_id = $1 and hash = $2 and message_id = $3 and stored order by kind limit 1`;
const eraseText = `
  insert into media.erased_person select unnest($1::uuid[]) on conflict do nothing`;
