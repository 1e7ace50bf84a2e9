import { join } from 'node:path';
import { ConfigError, readConfig } from '#start/config.ts';
import { UnsafeListening } from './access.ts';
import { DamagedLog } from './damage.ts';
import { withOwnAccess } from './own-access.ts';
import { type EmbeddedNode, startEmbeddedNode } from './server.ts';
import { FileInUse, NotCheckpointed } from './storage.ts';

const badConfiguration = 2;

const fail = (message: string, code = 1): never => {
  process.stderr.write(`event store: ${message}\n`);
  process.exit(code);
};

const configured = () => {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message, badConfiguration);
    throw error;
  }
};

const { eventstoreFile: file, eventstorePort: port, eventstoreAccess: told, dataDir } = configured();

const damaged = (damage: DamagedLog): string =>
  `${file} is damaged (${damage.message}): restore it from a backup`;

/** As a service logs, so that the supervisor tells the person at the terminal. */
const log = (msg: string): void => {
  process.stdout.write(`${JSON.stringify({ level: 60, time: new Date(), service: 'eventstore', msg })}\n`);
};

const tell = (damage: DamagedLog): void => log(`${damaged(damage)}; until then nothing is written`);

const explain = (error: unknown): never => {
  if (error instanceof UnsafeListening) return fail(error.message, badConfiguration);
  if (error instanceof FileInUse) return fail(error.message);
  if (error instanceof DamagedLog) return fail(damaged(error));
  return fail(`cannot start on ${file}: ${error instanceof Error ? error.message : String(error)}`);
};

let node: EmbeddedNode | undefined;
let stopping = false;

/** Nothing is lost by it; but a copy of the file alone would lack what is still beside it. */
const unfinished = (error: unknown): never => {
  const reason = error instanceof Error ? error.message : String(error);
  const sentence =
    error instanceof NotCheckpointed
      ? `the newest part of the log stays in ${file}-wal (${reason}): keep both files together, the next start goes on with them`
      : `could not end in order: ${reason}`;
  log(sentence);
  return fail(sentence);
};

const stop = (): void => {
  stopping = true;
  node?.close().then(() => process.exit(0), unfinished);
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('disconnect', stop);

const start = async (): Promise<EmbeddedNode> =>
  startEmbeddedNode({
    ...{ file, port, socketFolder: join(dataDir, 'eventstore-socket') },
    ...withOwnAccess(dataDir, told),
    onDamage: tell,
  });

node = await start().catch(explain);
if (stopping) stop();
else {
  process.stdout.write(`${node.url.replace(/\/\/.*@/, '//')}\n`);
  if (process.connected) process.send?.({ ready: true, url: node.url, localUrl: node.localUrl });
}
