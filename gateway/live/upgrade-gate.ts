import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Turns } from './turns.ts';

/**
 * A server that never listens and is given another's upgrades, a few in each turn of the event loop, so that calls
 * are answered in between when thousands of pages come back at once.
 */
export const paceUpgrades = (server: Server, inTurn: Turns): Server => {
  const gate = createServer();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', destroy);
    inTurn(() => {
      socket.off('error', destroy);
      const isTaken = !socket.destroyed && gate.emit('upgrade', request, socket, head);
      if (!isTaken) socket.destroy();
    });
  });
  return gate;
};

function destroy(this: Duplex): void {
  this.destroy();
}
