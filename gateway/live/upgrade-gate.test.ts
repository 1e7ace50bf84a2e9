import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTurns } from './turns.ts';
import { paceUpgrades } from './upgrade-gate.ts';

let server: Server;
beforeEach(() => {
  server = createServer((_request, response) => response.end('here'));
});
afterEach(() => {
  server.close();
});

const streams = (count: number) =>
  Array.from({ length: count }, () => new Duplex({ read: () => {}, write: (_chunk, _kind, done) => done() }));
const come = (sockets: readonly Duplex[]) => {
  for (const socket of sockets) server.emit('upgrade', {} as IncomingMessage, socket, Buffer.alloc(0));
};

it('answers calls while thousands of upgrades wait, and lets all of them through in order', async () => {
  const gate = paceUpgrades(server, createTurns(server));
  const upgraded: unknown[] = [];
  const all = Promise.withResolvers<void>();
  const sockets = streams(5_000);
  gate.on('upgrade', (_request, socket) => {
    upgraded.push(socket);
    if (upgraded.length === sockets.length) all.resolve();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answeredAfter = new Promise<number>((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1' }, answer => {
      answer.resume();
      answer.on('end', () => resolve(upgraded.length));
    });
    call.on('error', reject);
    call.end();
  });
  come(sockets);
  expect(await answeredAfter).toBeLessThan(sockets.length);
  await all.promise;
  expect(upgraded.every((socket, n) => socket === sockets[n])).toBe(true);
});

it('drops who left while waiting', async () => {
  const gate = paceUpgrades(server, createTurns(server));
  const upgraded: unknown[] = [];
  gate.on('upgrade', (_request, socket) => upgraded.push(socket));
  const [gone, broken, last] = streams(3);
  if (!gone || !broken || !last) throw new Error('no streams');
  come([gone, broken, last]);
  gone.destroy();
  broken.emit('error', new Error('reset'));
  await expect.poll(() => upgraded.length).toBeGreaterThan(0);
  expect(upgraded.map(socket => socket === last)).toEqual([true]);
});

it('ends what nobody takes any more', async () => {
  paceUpgrades(server, createTurns(server));
  const [late] = streams(1);
  if (!late) throw new Error('no stream');
  come([late]);
  await expect.poll(() => late.destroyed).toBe(true);
});
