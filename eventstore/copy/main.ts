import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Following, openFollowing } from '#start/backup/follow-copy.ts';
import { runTool } from '#start/backup/tool.ts';
import { ConfigError } from '#start/config.ts';
import { openConnection } from '../connection.ts';
import { ownAccess } from '../embedded/own-access.ts';
import { startReadingNode } from '../embedded/reading-node.ts';
import { readLogEnd } from '../log-end.ts';
import { copyLog, lineOf } from './copy-log.ts';
import { readLog } from './read-log.ts';

const usage = 'Usage: npm run eventstore:copy -- --from <url or file> --to <url> [--database <url>]';

const isUrl = (text: string) => /^(esdb|kurrentdb)(\+discover)?:\/\//.test(text);

/** A connection string without what must not be told: the servers' addresses alone. */
const addressOf = (url: string): string => url.replace(/^[^:]*:\/\//, '').replace(/^[^@/]*@|[/?].*$/g, '');

/** The log of a running server, or of a file of the embedded node while nobody else has it. */
const openSource = async (from: string) => {
  if (isUrl(from)) {
    const connection = openConnection(from);
    return { connection, close: connection.close };
  }
  if (!existsSync(from)) throw new ConfigError(`--from is "${from}", which is neither a URL nor a file.`);
  const folder = await mkdtemp(join(tmpdir(), 'eventstore-copy-'));
  const forget = () => rm(folder, { recursive: true });
  try {
    const node = await startReadingNode({ file: resolve(from), ...ownAccess(folder) });
    const connection = openConnection(node.url);
    return { connection, close: () => connection.close().then(node.close).finally(forget) };
  } catch (error) {
    await forget();
    throw error;
  }
};

await runTool(usage, async ({ progress, signal }) => {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' }, database: { type: 'string' } },
  });
  const { from, to, database } = values;
  if (!from || !to || !isUrl(to)) throw new ConfigError(usage);
  const source = await openSource(from);
  const target = openConnection(to);
  let following: Following | undefined;
  try {
    const { last: upTo, reach } = await readLogEnd(source.connection);
    following = database
      ? await openFollowing({ databaseUrl: database, target: addressOf(to), reach })
      : undefined;
    let isCopied = false;
    const { events, appended, digest } = await copyLog({
      source: () => readLog(source.connection, upTo),
      ...{ target, signal },
      onProgress: (step, _events, position) => {
        // The last events may be of others.
        if (step === 'verifying' && !isCopied) progress.show('copying', upTo, upTo);
        isCopied ||= step === 'verifying';
        progress.show(lineOf(step), position, upTo);
      },
      onPair: async (was, becomes) => following?.add(was, becomes),
    });
    progress.show('verifying', upTo, upTo);
    await following?.finish();
    progress.say(`${events} events are equal on both sides (${appended} copied now), SHA-256 ${digest}.`);
    progress.say(
      following
        ? 'The services go on from where they were; the next start makes the read models from the log.'
        : 'Positions differ there: stop the product and run this again with --database before it uses the copy.',
    );
  } finally {
    await following?.close();
    await target.close();
    await source.close();
  }
});
