import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { textFrame } from './text-frame.ts';

it('is what a WebSocket reads, of any length and several together', async () => {
  const sizes = [0, 1, 125, 126, 127, 65_535, 65_536, 70_000];
  const messages = sizes.map(size => 'é'.repeat(Math.floor(size / 2)) + 'x'.repeat(size % 2));
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (_socket, { socket }) => socket.write(Buffer.concat(messages.map(textFrame))));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  const read: string[] = [];
  client.on('message', (data, isBinary) => {
    if (!isBinary) read.push(String(data));
  });
  await expect.poll(() => read.length).toBe(messages.length);
  expect(read).toEqual(messages);
  client.terminate();
  server.close();
});
