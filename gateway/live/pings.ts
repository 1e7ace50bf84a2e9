import type { LiveConnection } from './connection.ts';

const turnMs = 50;
/** So many turns at most are made up for at once after the process stood still. */
const mostLateTurns = 4;

/**
 * Calls `ping` for each connection once in `everyMs`, a few of them in each turn, so that no wave of pings holds up
 * everything else.
 */
export const startPings = (everyMs: number, ping: (connection: LiveConnection) => void) => {
  const turns = Math.max(1, Math.round(everyMs / turnMs));
  const places = Array.from({ length: turns }, () => new Set<LiveConnection>());
  const placeOf = new Map<LiveConnection, Set<LiveConnection>>();
  const begun = performance.now();
  let entered = 0;
  let done = 0;

  const timer = setInterval(() => {
    const due = Math.floor((performance.now() - begun) / (everyMs / turns));
    done = Math.max(done, due - turns);
    for (let late = 0; late < mostLateTurns && done < due; late += 1) {
      for (const connection of places[done % turns] ?? []) ping(connection);
      done += 1;
    }
  }, everyMs / turns);
  timer.unref();

  return {
    enter: (connection: LiveConnection): void => {
      const place = places[entered % turns];
      entered += 1;
      if (place) placeOf.set(connection, place.add(connection));
    },
    leave: (connection: LiveConnection): void => {
      placeOf.get(connection)?.delete(connection);
      placeOf.delete(connection);
    },
    close: (): void => clearInterval(timer),
  };
};
