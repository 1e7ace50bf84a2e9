import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#start/postgres/testing.ts';
import { openClient, openPool } from './pool.ts';

const message = (type: string, body: Buffer | string) => {
  const bytes = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
};
const welcome = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', 'I')]);
const farewell = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');

/** A Postgres that shuts down in the very moment in which it lets somebody in: both come in one packet. */
const openDyingPostgres = async () => {
  const sockets = new Set<Socket>();
  const server: Server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([welcome, farewell])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { url: `postgresql://someone@127.0.0.1:${port}/any`, close };
};

describe('a connection that Postgres ends', () => {
  let uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  const others = process.listeners('uncaughtException');

  beforeEach(() => {
    uncaught = [];
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', note);
  });
  afterEach(() => {
    process.off('uncaughtException', note);
    for (const listener of others) process.on('uncaughtException', listener);
  });

  it('while it is handed over fails its queries and not the process', async () => {
    const postgres = await openDyingPostgres();
    const pool = openPool({ connectionString: postgres.url });
    const client = await pool.connect();
    await expect(client.query('select 1')).rejects.toThrow(/terminat|not queryable/);
    client.release(true);
    await pool.end();
    await postgres.close();
    expect(uncaught).toEqual([]);
  });

  it('while nobody uses it is logged, and the next query has another one', async () => {
    const database = await createTestDatabase();
    const warnings: string[] = [];
    const warn = (_details: object, text: string) => warnings.push(text);
    const pool = openPool({ connectionString: database.url, max: 2 }, { warn });
    await terminateOne(pool);
    await expect.poll(() => warnings).toEqual(['a database connection broke']);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
    await database.drop();
    expect(uncaught).toEqual([]);
  });

  it('on a line of its own fails its queries and not the process', async () => {
    const database = await createTestDatabase();
    const [client, other] = [openClient(database.url), openClient(database.url)];
    await Promise.all([client.connect(), other.connect()]);
    const ended = new Promise<void>(resolve => client.once('end', () => resolve()));
    const { rows } = await client.query('select pg_backend_pid() as pid');
    await other.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await ended;
    await expect(client.query('select 1')).rejects.toThrow();
    await Promise.all([client.end(), other.end()]);
    await database.drop();
    expect(uncaught).toEqual([]);
  });
});

/** Ends an idle connection of the pool over another one. */
const terminateOne = async (pool: Pool) => {
  const [one, other] = [await pool.connect(), await pool.connect()];
  const { rows } = await one.query('select pg_backend_pid() as pid');
  one.release();
  await other.query('select pg_terminate_backend($1)', [rows[0].pid]);
  other.release();
};
