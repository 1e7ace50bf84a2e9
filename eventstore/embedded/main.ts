import { ConfigError, readConfig } from '#start/config.ts';
import { UnsafeListening } from './access.ts';
import { DamagedLog } from './integrity.ts';
import { type EmbeddedNode, startEmbeddedNode } from './server.ts';
import { FileInUse } from './storage.ts';

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

const { eventstoreFile: file, eventstorePort: port, eventstoreAccess: access } = configured();

const damaged = (damage: DamagedLog): string =>
  `${file} is damaged (${damage.message}): restore it from a backup`;

/** As a service logs, so that the supervisor tells the person at the terminal. */
const tell = (damage: DamagedLog): void => {
  const msg = `${damaged(damage)}; until then nothing is written`;
  process.stdout.write(`${JSON.stringify({ level: 60, time: new Date(), service: 'eventstore', msg })}\n`);
};

const explain = (error: unknown): never => {
  if (error instanceof UnsafeListening) return fail(error.message, badConfiguration);
  if (error instanceof FileInUse) return fail(error.message);
  if (error instanceof DamagedLog) return fail(damaged(error));
  return fail(`cannot start on ${file}: ${error instanceof Error ? error.message : String(error)}`);
};

let node: EmbeddedNode | undefined;
let stopping = false;

const stop = (): void => {
  stopping = true;
  node?.close().then(
    () => process.exit(0),
    (error: unknown) => fail(String(error)),
  );
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('disconnect', stop);

node = await startEmbeddedNode({ file, port, ...access, onDamage: tell }).catch(explain);
if (stopping) stop();
else {
  process.stdout.write(`${node.url.replace(/\/\/.*@/, '//')}\n`);
  if (process.connected) process.send?.({ ready: true, url: node.url });
}
