import type { Pool, PoolClient } from 'pg';
import { hashLength } from '#eventstore/integrity/merkle.ts';
import type { Leaf } from './tree-rows.ts';

/** Leaves in one row: few rows, and little that is written again while the last one fills. */
const chunkSize = 64;
const idLength = 16;
const chunksAtOnce = 256;

/** Leaves of one company that follow each other, the first of them at the place `from`, counted from 0. */
export type NewLeaves = {
  readonly companyId: string;
  readonly from: number;
  readonly leaves: readonly Leaf[];
};

const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

const idText = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Adds leaves behind those that are there; to be committed with the trees. */
export const addLeaves = async (
  client: Pick<PoolClient, 'query'>,
  all: readonly NewLeaves[],
): Promise<void> => {
  const rows = all.flatMap(({ companyId, from, leaves }) => {
    const byChunk = Map.groupBy(leaves.entries(), ([index]) => Math.floor((from + index) / chunkSize));
    return [...byChunk].map(([chunk, entries]) => ({
      companyId,
      chunk,
      leaves: entries.map(([, leaf]) => leaf),
    }));
  });
  await client.query(
    `insert into integrity.leaves as there (company_id, chunk, hashes, ids, types)
     select * from unnest($1::uuid[], $2::int[], $3::bytea[], $4::bytea[], $5::text[])
     on conflict (company_id, chunk) do update set hashes = there.hashes || excluded.hashes,
       ids = there.ids || excluded.ids, types = there.types || excluded.types`,
    [
      rows.map(row => row.companyId),
      rows.map(row => row.chunk),
      rows.map(row => Buffer.concat(row.leaves.map(({ hash }) => hash))),
      rows.map(row => Buffer.concat(row.leaves.map(({ id }) => idBytes(id)))),
      rows.map(row => row.leaves.map(({ type }) => `${type},`).join('')),
    ],
  );
};

/** The id of the last leaf of each tree that has one, by company. */
export const lastLeafIds = async (
  client: Pick<PoolClient, 'query'>,
  trees: readonly { readonly companyId: string; readonly size: number }[],
): Promise<ReadonlyMap<string, string>> => {
  const grown = trees.filter(({ size }) => size > 0);
  if (grown.length === 0) return new Map();
  const { rows } = await client.query<{ company_id: string; id: Buffer }>(
    `select l.company_id, substring(l.ids from length(l.ids) - ${idLength - 1}) as id
     from unnest($1::uuid[], $2::int[]) as last (company_id, chunk)
     join integrity.leaves l on l.company_id = last.company_id and l.chunk = last.chunk`,
    [grown.map(({ companyId }) => companyId), grown.map(({ size }) => Math.floor((size - 1) / chunkSize))],
  );
  return new Map(rows.map(({ company_id, id }) => [company_id, idText(id)]));
};

type Row = { readonly chunk: number; readonly hashes: Buffer; readonly ids: Buffer; readonly types: string };

const leavesIn = ({ hashes, ids, types }: Row): readonly Leaf[] =>
  types
    .split(',')
    .slice(0, -1)
    .map((type, n) => ({
      type,
      hash: hashes.subarray(n * hashLength, (n + 1) * hashLength),
      id: idText(ids.subarray(n * idLength, (n + 1) * idLength)),
    }));

/** The leaves of a company behind the first `from` of them up to the `size`th, in order. */
export async function* leavesOf(
  pool: Pool,
  companyId: string,
  { from = 0, size }: { readonly from?: number; readonly size: number },
): AsyncGenerator<readonly Leaf[]> {
  const first = Math.floor(from / chunkSize);
  let left = size - first * chunkSize;
  let over = from - first * chunkSize;
  for (let next = first; left > 0; ) {
    const { rows } = await pool.query<Row>(
      `select chunk, hashes, ids, types from integrity.leaves
       where company_id = $1 and chunk >= $2 order by chunk limit $3`,
      [companyId, next, chunksAtOnce],
    );
    const last = rows.at(-1);
    if (!last) return;
    const leaves = rows.flatMap(leavesIn).slice(0, left);
    left -= leaves.length;
    next = last.chunk + 1;
    yield leaves.slice(over);
    over = 0;
  }
}
