import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedNode } from '../embedded/server.ts';

export type Target = { readonly connectionString: string; readonly stop: () => Promise<void> };

/** An embedded node in a directory of its own, removed afterwards. */
export const startEmbeddedTarget = async (): Promise<Target> => {
  const directory = await mkdtemp(join(tmpdir(), 'eventstore-contract-'));
  const node = await startEmbeddedNode({ file: join(directory, 'log.db') });
  const stop = async () => {
    await node.close();
    await rm(directory, { recursive: true });
  };
  return { connectionString: node.url, stop };
};

/** A real server, when the environment names one. */
export const realServer: string | undefined = process.env.EVENTSTORE_CONTRACT_URL || undefined;

if (!realServer) {
  process.stderr.write('contract suite: left out for a real server, EVENTSTORE_CONTRACT_URL is not set\n');
}
