import { createReadStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, createBrotliDecompress } from 'node:zlib';
import { z } from 'zod';
import { openClient } from '#eventstore/database/pool.ts';
import { endOfTar, readTar, tarHeader, tarPadding } from '#start/backup/tar.ts';
import { startEmbeddedPostgres } from '#start/postgres/postgres.ts';
import { dumpDatabase } from './dump-database.ts';

/** Where the data of earlier versions lie, each as `<commit>.tar.br`. */
export const folder = fileURLToPath(new URL('./packed/', import.meta.url));
const ending = '.tar.br';
const databaseFile = 'database.sql';
const noteFile = 'before.json';

/** What was seen of the data by the version that made them. */
const note = z.object({
  commit: z.string(),
  /** How that version keeps data: see `states.ts`. */
  state: z.string(),
  /** The day on which they were made, as the company counts it. */
  day: z.string(),
  password: z.string(),
  session: z.object({ email: z.string(), cookie: z.string() }),
  shown: z.record(z.string(), z.unknown()),
});
export type Note = z.output<typeof note>;
type Client = ReturnType<typeof openClient>;

export const earlierVersions = (): readonly string[] =>
  readdirSync(folder)
    .filter(name => name.endsWith(ending))
    .map(name => name.slice(0, -ending.length));

/** What stays as it is. Postgres goes along as SQL; the rest is made again, or of one machine. */
const isKept = (name: string): boolean =>
  /^(secrets|demo)\.json$|^events\.db$|^(media|simulator|checkpoints)\//.test(name);

/**
 * Packs the data directory of a product that does not run into a file of the fixtures. What belongs to this machine is
 * left out. Answers its size in bytes.
 */
export const packData = async (dataDir: string, about: Note): Promise<number> => {
  const names = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(dataDir, join(entry.parentPath, entry.name)))
    .filter(isKept)
    .toSorted();
  const files: [name: string, content: Buffer][] = [
    [noteFile, Buffer.from(`${JSON.stringify(about, null, 1)}\n`)],
    [databaseFile, Buffer.from(await dumpOf(dataDir))],
    ...names.map((name): [string, Buffer] => [name, readFileSync(join(dataDir, name))]),
  ];
  const blocks = files.flatMap(([name, content]) => [
    tarHeader(name, content.length),
    content,
    tarPadding(content.length),
  ]);
  const packed = brotliCompressSync(Buffer.concat([...blocks, endOfTar]), {
    params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${about.commit}${ending}`), packed);
  return packed.length;
};

/** What is written down of an earlier version. */
export const noteOf = async (commit: string): Promise<Note> => {
  for await (const { name, content } of filesOf(commit))
    if (name === noteFile) return note.parse(JSON.parse(content.toString()));
  throw new Error(`${commit}${ending} does not say what it is`);
};

async function* filesOf(commit: string) {
  const packed = createReadStream(join(folder, `${commit}${ending}`)).pipe(createBrotliDecompress());
  for await (const { name, content } of readTar(packed))
    yield { name, content: Buffer.concat(await Array.fromAsync(content)) };
}

/** Unpacks it into an empty directory as that version left it, in the moment in which it was stopped. */
export const unpackData = async (commit: string, dataDir: string): Promise<void> => {
  let sql = '';
  for await (const { name, content } of filesOf(commit)) {
    if (name === databaseFile) sql = content.toString();
    if (name === databaseFile || name === noteFile) continue;
    mkdirSync(dirname(join(dataDir, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(dataDir, name), content, { mode: 0o600 });
  }
  await withDatabase(dataDir, async client => {
    await client.query(sql);
    await client.query(`update secrets.refresh_token set expires_at = now() + interval '1 day'`);
  });
};

/** The database of a data directory as SQL, while the product does not run. */
export const dumpOf = (dataDir: string): Promise<string> => withDatabase(dataDir, dumpDatabase);

/** Works on the database of a data directory while the product does not run. */
export const withDatabase = async <Result>(
  dataDir: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> => {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const client = openClient(postgres.url);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
    await postgres.stop();
  }
};
