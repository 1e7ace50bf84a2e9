import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { jsonEvent } from '@eventstore/db-client';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSchemas } from '#start/backup/restore-database.ts';
import { createTestDatabase, type TestDatabase } from '#start/postgres/testing.ts';
import { type Connection, openConnection } from '../connection.ts';
import { startEmbeddedTarget, type Target } from '../contract/targets.ts';
import { digestOf } from './copy-log.ts';
import { endOfLog, readLog } from './read-log.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const events = 6_000;

/** Runs the command; `killAt` ends it with SIGKILL as soon as it says so. */
const run = (args: readonly string[], killAt?: RegExp): Promise<{ code: number | null; said: string }> =>
  new Promise(resolve => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args]);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        said += String(chunk);
        if (killAt?.test(said)) child.kill('SIGKILL');
      });
    child.once('close', code => resolve({ code, said }));
  });

describe('npm run eventstore:copy', () => {
  const company = randomUUID();
  let from: Target;
  let to: Target;
  let source: Connection;
  let target: Connection;
  let database: TestDatabase;
  let client: pg.Client;

  const records = async (connection: Connection) =>
    (await Array.fromAsync(readLog(connection, await endOfLog(connection)))).flat();
  const digest = (connection: Connection) =>
    digestOf(async function* () {
      yield* readLog(connection, await endOfLog(connection));
    });
  const args = () => ['--from', from.connectionString, '--to', to.connectionString];

  beforeAll(async () => {
    [from, to] = [await startEmbeddedTarget(), await startEmbeddedTarget()];
    [source, target] = [openConnection(from.connectionString), openConnection(to.connectionString)];
    for (let n = 0; n < events / 200; n += 1) {
      const batch = Array.from({ length: 200 }, (_, i) => jsonEvent({ type: 'Noted', data: { n, i } }));
      await source.call(client => client.appendToStream(`ticket-${company}.${n % 7}`, batch));
    }
    await target.call(each => each.setStreamMetadata('$of-the-server', { maxCount: 3 }));
    database = await createTestDatabase();
    await makeSchemas(database.url);
    client = new pg.Client(database.url);
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await database?.drop();
    for (const each of [source, target]) await each?.close();
    for (const each of [from, to]) await each?.stop();
  });

  it('says how it is used', async () => {
    expect(await run(['--from', from.connectionString])).toMatchObject({ code: 2 });
    expect((await run(['--nonsense'])).said).toMatch(/^Usage: npm run eventstore:copy/);
    expect((await run(['--from', '/nowhere', '--to', to.connectionString])).said).toMatch(
      /neither a URL nor/,
    );
  });

  it('refuses services that have read more than the log holds', async () => {
    const [end] = (await records(source)).slice(-1);
    const beyond = (end?.position ?? 0) + 128;
    await client.query("insert into connector.checkpoint values ('log:lost', $1)", [beyond]);
    const refused = await run([...args(), '--database', database.url]);
    await client.query("delete from connector.checkpoint where name = 'log:lost'");
    expect(refused.code).toBe(2);
    expect(refused.said).toContain(
      `have read up to position ${beyond}, and the log of --from goes no further`,
    );
    expect(await records(target)).toEqual([]);
  });

  it('goes on after kill -9 and ends with two equal logs, which the services then follow', async () => {
    const killed = await run(args(), /copying/);
    expect(killed.code).toBe(null);
    const before = (await records(target)).length;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(events);

    const here = await records(source);
    const keep = 'insert into connector.checkpoint values ($1, $2, $3)';
    await client.query(keep, ['log:beta', here[1234]?.position, here[1234]?.position]);
    // It may stand in front of the event there: an earlier version has kept it.
    await client.query(keep, ['log:simulator', here[2345]?.position, null]);
    await client.query("insert into policy.checkpoint values ('return-tickets', $1, $1)", [
      here.at(-1)?.position,
    ]);
    const done = await run([...args(), '--database', database.url]);
    expect(done).toMatchObject({ code: 0 });
    expect(done.said).toMatch(new RegExp(`${events} events are equal on both sides`));
    expect(await digest(target)).toEqual(await digest(source));
    expect(await digest(target)).toMatchObject({ events });

    const there = await records(target);
    const { rows } = await client.query(
      `select position::float8 as at, event_position = position as sure from connector.checkpoint
       union all select position::float8, event_position = position from policy.checkpoint order by 1`,
    );
    expect(rows).toEqual([1234, 2344, -1].map(index => ({ at: there.at(index)?.position, sure: true })));
    const checkpoints = await client.query('select position::float8 as at from projection.checkpoint');
    expect([...new Set(checkpoints.rows.map(({ at }) => at))]).toEqual([0]);
  });

  it('translates the positions of a database once only', async () => {
    const again = await run([...args(), '--database', database.url]);
    expect(again).toMatchObject({ code: 2 });
    expect(again.said).toMatch(/follows the log at 127\.0\.0\.1:\d+ already/);
  });
});
