import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Upgrades let through in one turn of the event loop: some milliseconds of work. */
const mostInATurn = 12;

/**
 * A server that never listens and is given another's upgrades, a few in each turn of the event loop, so that calls
 * are answered in between when thousands of pages come back at once.
 */
export const paceUpgrades = (server: Server): Server => {
  const gate = createServer();
  const waiting: { readonly request: IncomingMessage; readonly socket: Duplex; readonly head: Buffer }[] = [];
  let planned = false;

  const run = () => {
    planned = false;
    for (const { request, socket, head } of waiting.splice(0, mostInATurn)) {
      socket.off('error', destroy);
      const isTaken = !socket.destroyed && gate.emit('upgrade', request, socket, head);
      if (!isTaken) socket.destroy();
    }
    plan();
  };
  const plan = () => {
    if (planned || waiting.length === 0) return;
    planned = true;
    setImmediate(run);
  };
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', destroy);
    waiting.push({ request, socket, head });
    plan();
  });
  return gate;
};

function destroy(this: Duplex): void {
  this.destroy();
}
