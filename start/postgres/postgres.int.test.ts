import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { createDatabase, startEmbeddedPostgres } from './postgres.ts';
import { createTestDatabase } from './testing.ts';

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

describe('embedded Postgres', () => {
  let dataDir = '';
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'balcao-postgres-int-'));
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('makes its cluster on the first start and keeps data, port and password over a restart', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    await query(first.url, `create table note (text text); insert into note values ('Olá, Conceição')`);
    await first.stop();
    const second = await startEmbeddedPostgres({ dataDir });
    const rows = await query(second.url, 'select upper(text) as text from note');
    await second.stop();
    expect(rows).toEqual([{ text: 'OLÁ, CONCEIÇÃO' }]);
    expect(second.url).toBe(first.url);
  });

  it('takes another port when somebody was quicker to take the one that was free', async () => {
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const taken = Number(Object(other.address()).port);
    const found: number[] = [];
    const findPort = async () => {
      found.push(found.length === 0 ? taken : await freePort());
      return found.at(-1) ?? 0;
    };
    const server = await startEmbeddedPostgres({ dataDir, findPort });
    const rows = await query(server.url, 'select 1 as one');
    await server.stop();
    other.close();
    expect(rows).toEqual([{ one: 1 }]);
    expect(found).toEqual([taken, server.port]);
  });

  it('is entered through a socket in its own directory, and through its port', async () => {
    const server = await startEmbeddedPostgres({ dataDir });
    const from = 'select inet_client_addr() as from';
    const over = await Promise.all([query(server.url, from), query(server.url.replace(/\?.*$/, ''), from)]);
    await server.stop();
    expect(over).toEqual([[{ from: null }], [{ from: '127.0.0.1' }]]);
    expect(lstatSync(server.directory).mode & 0o077).toBe(0);
  });

  it('is entered through its port where a socket would have too long a name', async () => {
    const outer = mkdtempSync(join(tmpdir(), 'balcao-deep-'));
    // The server's account has to reach it, else root has the cluster elsewhere.
    chmodSync(outer, 0o711);
    const deep = join(outer, 'd'.repeat(100));
    const server = await startEmbeddedPostgres({ dataDir: deep });
    const rows = await query(server.url, 'select inet_client_addr() as from');
    await server.stop();
    rmSync(outer, { recursive: true, force: true });
    expect(rows).toEqual([{ from: '127.0.0.1' }]);
  });

  it('starts beside the socket of a server that was killed, whose process is another by now', async () => {
    const port = await freePort();
    const first = await startEmbeddedPostgres({ dataDir, port });
    const { directory } = first;
    await first.stop();
    writeFileSync(join(directory, `.s.PGSQL.${port}.lock`), `${process.pid}\n${directory}\n`);
    const second = await startEmbeddedPostgres({ dataDir, port });
    expect(await query(second.url, 'select 1 as n')).toEqual([{ n: 1 }]);
    await second.stop();
  });

  it('writes no rows into its own log', async () => {
    const server = await startEmbeddedPostgres({ dataDir });
    await query(server.url, 'create table person (name text unique, age int check (age > 0))');
    await query(server.url, "insert into person values ('Clara', 7)");
    const client = new Client({ connectionString: server.url });
    await client.connect();
    const refused = (sql: string, values: unknown[]) => expect(client.query(sql, values)).rejects.toThrow();
    await refused('insert into person values ($1, 1)', ['Clara']);
    await refused('insert into person values ($1, -1)', ['Clara']);
    await refused('select $1::text::uuid', ['Clara']);
    await client.end();
    await server.stop();
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('ready to accept connections');
    expect(log).not.toContain('Clara');
  });

  it('starts again after the server was killed', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    await query(first.url, `insert into note values ('committed')`);
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    const second = await startEmbeddedPostgres({ dataDir, port: first.port });
    const rows = await query(second.url, `select count(*)::int as kept from note where text = 'committed'`);
    await second.stop();
    expect(rows).toEqual([{ kept: 1 }]);
  });

  it('takes over from a server whose supervisor was killed', async () => {
    const script = `
      const { startEmbeddedPostgres } = await import('./start/postgres/postgres.ts');
      const { pid } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
      process.stdout.write(String(pid));
      setInterval(() => {}, 1000);`;
    const supervisor = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = await once(supervisor.stdout, 'data');
    supervisor.kill('SIGKILL');
    const next = await startEmbeddedPostgres({ dataDir });
    const rows = await query(next.url, 'select count(*)::int as kept from note');
    await next.stop();
    expect(next.pid).not.toBe(Number(pid));
    expect(rows).toEqual([{ kept: 2 }]);
  });

  it('lets nobody in without the password, which only its owner can read', async () => {
    const server = await startEmbeddedPostgres({ dataDir });
    const stranger = new URL(server.url);
    stranger.password = 'guess';
    await expect(query(stranger.href, 'select 1')).rejects.toThrow('password authentication failed');
    await server.stop();
    const { mode } = await import('node:fs').then(fs => fs.statSync(join(dataDir, 'postgres.json')));
    expect(mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain(new URL(server.url).password);
  });

  it('picks another port when the one of last time is taken', async () => {
    const taken = await freePort();
    const first = await startEmbeddedPostgres({ dataDir, port: taken });
    const { createServer } = await import('node:net');
    await first.stop();
    const other = createServer().listen(taken, '127.0.0.1');
    await once(other, 'listening');
    const second = await startEmbeddedPostgres({ dataDir });
    await second.stop();
    other.close();
    expect(second.port).not.toBe(taken);
  });
});

describe('a data directory', () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-moved-'));
  const [from, copied, moved] = ['from', 'copied', 'moved'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ];
  beforeAll(async () => {
    chmodSync(folder, 0o711);
    const first = await startEmbeddedPostgres({ dataDir: from });
    await query(first.url, `create table note (text text); insert into note values ('kept')`);
    await first.stop();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('that is copied has a Postgres of its own, and leaves the other’s running', async () => {
    const one = await startEmbeddedPostgres({ dataDir: from });
    await query(one.url, 'checkpoint');
    execFileSync('cp', ['-a', from, copied]);
    const two = await startEmbeddedPostgres({ dataDir: copied });
    await query(two.url, `insert into note values ('of the copy')`);
    expect(await query(one.url, 'select text from note')).toEqual([{ text: 'kept' }]);
    expect(two.directory).toBe(join(copied, 'postgres'));
    await Promise.all([one.stop(), two.stop()]);
  });

  it('that is moved brings its Postgres along', async () => {
    renameSync(from, moved);
    const server = await startEmbeddedPostgres({ dataDir: moved });
    const rows = await query(server.url, 'select text from note');
    await server.stop();
    expect(rows).toEqual([{ text: 'kept' }]);
  });

  it('whose record is lost keeps its Postgres, and says so', async () => {
    rmSync(join(moved, 'postgres.json'));
    await expect(startEmbeddedPostgres({ dataDir: moved })).rejects.toThrow('whose password is lost');
    expect(existsSync(join(moved, 'postgres', 'PG_VERSION'))).toBe(true);
  });

  it('whose Postgres lies elsewhere says so when it is copied', async () => {
    const [own, other] = [join(folder, 'own'), join(folder, 'other')];
    await (await startEmbeddedPostgres({ dataDir: own })).stop();
    mkdirSync(other);
    copyFileSync(join(own, 'postgres.json'), join(other, 'postgres.json'));
    await expect(startEmbeddedPostgres({ dataDir: other })).rejects.toThrow('was moved or copied');
  });
});

describe('a test database', () => {
  it('is empty, its own, and gone after drop', async () => {
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await query(one.url, 'create table only_here ()');
    await expect(query(two.url, 'select from only_here')).rejects.toThrow('does not exist');
    await Promise.all([one.drop(), two.drop()]);
    await expect(query(one.url, 'select 1')).rejects.toThrow('does not exist');
  });

  it('is made once when made twice', async () => {
    const database = await createTestDatabase();
    await createDatabase(database.url, new URL(database.url).pathname.slice(1));
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.drop();
  });
});
