import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { aloneOn } from './hold.ts';

it('is let go of when it is ended while the database does not answer yet', async () => {
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const ending = new AbortController();
  const reached = once(silent, 'connection') as Promise<[Socket]>;
  const config = { connectionString: `postgres://nobody@127.0.0.1:${port}/none` };
  const held = aloneOn(config, 'a lock')(ending.signal, async () => undefined);
  const [socket] = await reached;
  ending.abort(new Error('ended'));
  await expect(held).rejects.toThrow('ended');
  socket.destroy();
  silent.close();
});
