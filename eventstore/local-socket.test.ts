import { expect, it } from 'vitest';
import { isLocalUrl, localEndpoint, localUrl, socketIn } from './local-socket.ts';

it('names a socket as the client of the package can be told it', () => {
  const socket = socketIn('/data/eventstore-socket') ?? '';
  const { address = '', port } = localEndpoint(localUrl(socket)) ?? {};
  expect(`${address}:${port}`).toBe(`unix:${socket}`);
});

it('has no socket where the system has no room for its name', () => {
  expect(socketIn('/d'.repeat(60))).toBeUndefined();
});

it('leaves the connection strings of the package alone', () => {
  expect(isLocalUrl('esdb://store:2113?tls=true')).toBe(false);
  expect(localEndpoint('esdb://store:2113?tls=true')).toBeUndefined();
});
