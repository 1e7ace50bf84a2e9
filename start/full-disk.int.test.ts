import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '#eventstore/database/pool.ts';
import { freePort } from './free-port.ts';
import { type FakeSystem, runFakeSystem } from './testing/run-fake-system.ts';

const disk = mkdtempSync(join(tmpdir(), 'balcao-disk-'));
const fakes = mkdtempSync(join(tmpdir(), 'balcao-fakes-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=320m,mode=711', 'tmpfs', disk], {
  encoding: 'utf8',
});
const isMounted = mounted.status === 0;
if (!isMounted)
  process.stderr.write(
    `full disk: left out, it needs the right to mount a tmpfs (run it as root): ${mounted.error?.message ?? mounted.stderr}\n`,
  );

/** Takes all room there is. */
const fill = () => {
  const { bavail, bsize } = statfsSync(disk);
  for (let size = bavail * bsize; size >= 1; size = Math.floor(size / 2)) {
    try {
      writeFileSync(join(disk, `filling-${size}`), Buffer.alloc(size));
    } catch {
      // Half as much may fit.
    }
  }
};
const free = () => spawnSync('/bin/sh', ['-c', 'rm -f "$1"/filling-*', 'sh', disk]);

describe.skipIf(!isMounted)('a supervisor whose disk is full (a small disk can be mounted here)', () => {
  const dataDir = join(disk, 'data');
  const log = () => readFileSync(join(dataDir, 'logs/balcao.log'), 'utf8');
  let system: FakeSystem;
  const output = () => system.output();

  beforeAll(async () => {
    const port = String(await freePort());
    fill();
    system = runFakeSystem(fakes, { DATA_DIR: dataDir, PORT: port, FAKE_LOUD: 'yes' });
  });
  afterAll(async () => {
    await system.stop();
    spawnSync('umount', [disk]);
    for (const folder of [disk, fakes]) rmSync(folder, { recursive: true });
  });

  it('waits at its start, says so, and goes on when there is room', async () => {
    await expect
      .poll(output)
      .toMatch(/^waiting for room: the disk of \S+ has 0 MB left, a start takes 64\n$/);
    expect(system.child.exitCode).toBeNull();
    free();
    await expect.poll(output, { timeout: 60_000 }).toContain('Balcão is at');
  });

  it('lives on, starts again what dies meanwhile, and writes its log again when there is room', async () => {
    await expect.poll(output, { timeout: 60_000 }).toContain('/simulador');
    fill();
    await expect.poll(output).toContain('balcao.log cannot be written (ENOSPC)');
    const { services } = JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8'));
    process.kill(services.projections.pid, 'SIGKILL');
    await expect.poll(output).toContain('projections ended');
    free();
    await expect.poll(output).toMatch(/balcao\.log is written again/);
    const size = log().length;
    await expect.poll(() => log().length).toBeGreaterThan(size);
    await expect.poll(output).toContain('projections is back');
    const now = () =>
      JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')).services.projections?.pid;
    await expect.poll(now).not.toBe(services.projections.pid);
    expect(system.child.exitCode).toBeNull();
    expect(output()).not.toContain('Error:');
  });

  it('goes on reading when Postgres has no room left, and writes again when there is room', async () => {
    const { databaseUrl } = JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8'));
    const ask = async (sql: string) => {
      const client = openClient(databaseUrl);
      try {
        await client.connect();
        return (await client.query(sql)).rows;
      } finally {
        await client.end().catch(() => undefined);
      }
    };
    await ask(`create table note (text text); insert into note values ('kept')`);
    fill();
    const writeMuch = `do $$ begin
      for turn in 1..40000 loop perform pg_logical_emit_message(false, 'x', repeat('y', 8000)); end loop;
    end $$`;
    await expect(ask(writeMuch)).rejects.toThrow();
    await expect.poll(output).toContain('postgres is back, for reading only');
    expect(await ask('select text from note')).toEqual([{ text: 'kept' }]);
    await expect(ask(`insert into note values ('refused')`)).rejects.toMatchObject({ code: '25006' });
    free();
    await expect.poll(output).toMatch(/has room again.*\n[\s\S]*postgres is back\n/);
    await ask(`insert into note values ('later')`);
    expect(await ask('select text from note')).toEqual([{ text: 'kept' }, { text: 'later' }]);
    expect(system.child.exitCode).toBeNull();
  });
});
