import type { Server } from 'node:http';
import { liveProtocol } from './socket-route.ts';
import type { Turns } from './turns.ts';
import { paceUpgrades } from './upgrade-gate.ts';

/** Bytes that a page may say at once. */
const largestMessage = 8 * 1024;

/** How the library that speaks WebSocket is to serve the live channel. */
export const liveServerOptions = (server: Server, inTurn: Turns) => ({
  ...{ maxPayload: largestMessage, handleProtocols: liveProtocol },
  // What goes to many is deflated by us, once for all; each message alone, so that no socket keeps a memory.
  perMessageDeflate: {
    ...{ serverNoContextTakeover: true, clientNoContextTakeover: true },
    threshold: Number.MAX_SAFE_INTEGER,
  },
  // One message of a socket in each turn of the event loop: calls go in between.
  allowSynchronousEvents: false,
  server: paceUpgrades(server, inTurn),
});
