import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedNodeOptions, startEmbeddedNode } from '../embedded/server.ts';

export type Target = { readonly connectionString: string; readonly stop: () => Promise<void> };

/** An embedded node in a directory of its own, removed afterwards. */
export const startEmbeddedTarget = async (options: Partial<EmbeddedNodeOptions> = {}): Promise<Target> => {
  const directory = await mkdtemp(join(tmpdir(), 'eventstore-contract-'));
  const node = await startEmbeddedNode({ file: join(directory, 'log.db'), ...options });
  const stop = async () => {
    await node.close();
    await rm(directory, { recursive: true });
  };
  return { connectionString: node.url, stop };
};

/** What the embedded node answers as. Later versions have some checkpoints elsewhere. */
const image = 'docker.kurrent.io/kurrent-latest/kurrentdb:25.0.0';
const port = 2113;
const engineSockets = ['/var/run/docker.sock', `${process.env.XDG_RUNTIME_DIR ?? '/nowhere'}/docker.sock`];

const hasEngine = (): boolean => Boolean(process.env.DOCKER_HOST) || engineSockets.some(existsSync);

const startContainer = async (): Promise<Target> => {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(image)
    .withEnvironment({
      KURRENTDB_INSECURE: 'true',
      KURRENTDB_MEM_DB: 'true',
      KURRENTDB_RUN_PROJECTIONS: 'None',
    })
    .withExposedPorts(port)
    .withWaitStrategy(Wait.forHttp('/health/live', port).forStatusCode(204))
    .start();
  const connectionString = `esdb://${container.getHost()}:${container.getMappedPort(port)}?tls=false`;
  return {
    connectionString,
    stop: async () => {
      await container.stop();
    },
  };
};

const leftOut = (reason: string): undefined => {
  process.stderr.write(`contract suite: left out for a real server: ${reason}\n`);
  return undefined;
};

/**
 * A server of the vendor: the one that EVENTSTORE_CONTRACT_URL names, else one in a container. Says why when
 * there is neither.
 */
export const openRealTarget = async (): Promise<Target | undefined> => {
  const url = process.env.EVENTSTORE_CONTRACT_URL;
  if (url) return { connectionString: url, stop: async () => undefined };
  if (!hasEngine()) return leftOut('EVENTSTORE_CONTRACT_URL is not set and no container engine is there');
  return startContainer().catch((error: unknown) =>
    leftOut(`${image} did not start: ${error instanceof Error ? error.message : String(error)}`),
  );
};
