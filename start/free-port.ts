import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below what operating systems give to outgoing connections: a port that was free a moment ago is not taken by a
 * connection that somebody opens meanwhile.
 */
const [lowest, highest] = [15_000, 32_000];
const mostTries = 100;
const given = new Set<number>();

/** A port of 127.0.0.1 that nobody listens on: the preferred one if it is free; never one answered before. */
export const freePort = async (preferred = 0): Promise<number> => {
  if (preferred !== 0 && (await isFree(preferred))) return preferred;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const port = randomInt(lowest, highest);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`no port between ${lowest} and ${highest} is free`);
};

const isFree = (port: number): Promise<boolean> =>
  new Promise(answer => {
    const probe = createServer();
    probe.once('error', () => answer(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => answer(true)));
  });
