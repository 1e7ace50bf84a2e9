import { z } from 'zod';
import { startEmbeddedNode } from './server.ts';
import { FileInUse } from './storage.ts';

const environment = z.object({
  EVENTSTORE_FILE: z.string().min(1),
  EVENTSTORE_HOST: z.string().min(1).default('127.0.0.1'),
  EVENTSTORE_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
});

const fail = (message: string): never => {
  process.stderr.write(`event store: ${message}\n`);
  process.exit(1);
};

const parsed = environment.safeParse(process.env);
const {
  EVENTSTORE_FILE: file,
  EVENTSTORE_HOST: host,
  EVENTSTORE_PORT: port,
} = parsed.success
  ? parsed.data
  : fail(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));

const node = await startEmbeddedNode({ file, host, port }).catch((error: unknown) =>
  fail(error instanceof FileInUse ? error.message : `cannot start on ${file}: ${String(error)}`),
);

const stop = (): void => {
  node.close().then(
    () => process.exit(0),
    (error: unknown) => fail(String(error)),
  );
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.once('disconnect', stop);

process.stdout.write(`${node.url}\n`);
process.send?.({ ready: true, url: node.url });
