import type { ServerResponse } from 'node:http';
import type { Change } from '../change-feed.ts';
import type { Connection } from '../connection.ts';
import { noFaults } from '../faults.ts';
import type { Simulator } from '../simulator.ts';
import { describeMessage } from './message-routes.ts';
import type { AdminRequest, Route } from './router.ts';
import * as schemas from './schemas.ts';
import { requireServer, seesChange } from './scope.ts';

export type Addresses = { wsUrl: string; mediaUrl: string; mediaCa: string };

/** The server itself: where it listens, how it misbehaves, what happens in it. */
export function serverRoutes(simulator: Simulator, addresses: () => Addresses): Route[] {
  const { faults, counters } = simulator;
  return [
    {
      method: 'GET',
      path: '/info',
      answer: () => ({ ...addresses(), rootKey: Buffer.from(simulator.rootKey.public).toString('hex') }),
    },
    {
      method: 'GET',
      path: '/faults',
      answer: ({ scope }) => {
        requireServer(scope);
        return faults;
      },
    },
    {
      method: 'POST',
      path: '/faults',
      answer: ({ body, scope }) => {
        requireServer(scope);
        const { closeWith, ...changed } = schemas.faults.parse(body);
        Object.assign(faults, changed);
        if (closeWith !== undefined)
          for (const each of simulator.online.values()) closeConnection(each, closeWith);
        simulator.changes.emit({ type: 'faults' });
        return faults;
      },
    },
    {
      method: 'DELETE',
      path: '/faults',
      answer: ({ scope }) => {
        requireServer(scope);
        Object.assign(faults, noFaults());
        simulator.changes.emit({ type: 'faults' });
        return faults;
      },
    },
    {
      method: 'GET',
      path: '/events',
      answer: (request, response) => streamChanges(simulator, request, response),
    },
    {
      method: 'GET',
      path: '/stats',
      answer: ({ scope }) => {
        requireServer(scope);
        return {
          ...counters,
          queued: simulator.queue.size(),
          connections: simulator.connections.size,
          online: simulator.online.size,
        };
      },
    },
  ];
}

function closeConnection(connection: Connection, how: number | 'cut'): void {
  if (how === 'cut') {
    connection.cut();
    return;
  }
  const replaced = { attrs: {}, content: [{ tag: 'conflict', attrs: { type: 'replaced' } }] };
  connection.send({ tag: 'stream:error', ...(how === 440 ? replaced : { attrs: { code: String(how) } }) });
  connection.close();
}

/** Server-sent events: `event` is the change's type, `data` the change. Ends when the listener leaves. */
function streamChanges(simulator: Simulator, { scope }: AdminRequest, response: ServerResponse): undefined {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(': listening\n\n');
  const stop = simulator.changes.listen(change => {
    if (!seesChange(simulator, scope, change)) return;
    response.write(`event: ${change.type}\ndata: ${JSON.stringify(describeChange(change))}\n\n`);
  });
  response.on('close', stop);
  return undefined;
}

function describeChange(change: Change) {
  if (change.type !== 'message') return change;
  const { owner, chat } = change.message;
  return { type: change.type, owner, chat, message: describeMessage(change.message) };
}
