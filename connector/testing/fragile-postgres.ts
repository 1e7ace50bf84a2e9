import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a Postgres that can break: for as long as it is cut, who comes is turned away. */
export type FragilePostgres = {
  readonly url: string;
  /** Breaks all connections, and lets none through. */
  readonly cut: () => void;
  readonly mend: () => void;
  /** Resolves once so many more have been turned away. */
  readonly untilTurnedAway: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

export const openFragilePostgres = async (databaseUrl: string): Promise<FragilePostgres> => {
  const target = new URL(databaseUrl);
  const folder = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  const sockets = new Set<Socket>();
  let down = false;
  let turnedAway = 0;
  let told = () => {};

  const server = createServer(near => {
    if (down) {
      near.destroy();
      turnedAway += 1;
      told();
      return;
    }
    const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(target);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    url: url.href,
    cut: () => {
      down = true;
      breakAll();
    },
    mend: () => {
      down = false;
    },
    untilTurnedAway: count =>
      new Promise(resolve => {
        const enough = turnedAway + count;
        told = () => turnedAway >= enough && resolve();
      }),
    close: async () => {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
};
