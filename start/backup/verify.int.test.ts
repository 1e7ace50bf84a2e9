import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Archive, openArchive, recordsOf } from '#commands/integrity/testing/archive.ts';
import { companyId } from '#commands/integrity/testing/histories.ts';
import { openConnection } from '#eventstore/connection.ts';
import { createLogFile } from '#eventstore/copy/log-file.ts';
import type { LogRecord } from '#eventstore/copy/record.ts';
import { type Origin, openOrigin } from './testing/origin.ts';

const script = fileURLToPath(new URL('verify.ts', import.meta.url));

type Said = { readonly code: number | null; readonly said: string };

const verify = (dataDir: string, ...args: (string | Record<string, string>)[]): Promise<Said> =>
  new Promise(resolve => {
    const more = Object.assign({}, ...args.filter(each => typeof each !== 'string'));
    const env = { ...process.env, DATA_DIR: dataDir, EVENTSTORE_URL: '', EVENTSTORE_FILE: '', ...more };
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', script, ...args.filter(each => typeof each === 'string')],
      {
        env,
      },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        said += String(chunk);
      });
    child.once('close', code => resolve({ code, said }));
  });

describe('npm run verify of histories', () => {
  let archive: Archive;
  let dataDir: string;
  const write = async (count: number) => {
    const metadata = {
      companyId,
      actor: { kind: 'system' },
      at: '2026-01-02T03:04:05.678Z',
      commandId: companyId,
    };
    const event = { type: 'UserLoggedOut', data: {} };
    const events = Array.from({ length: count }, () => jsonEvent({ ...event, metadata }));
    const connection = openConnection(archive.node.url);
    await connection.call(client => client.appendToStream(`session-${companyId}.one`, events));
    await connection.close();
    await archive.follow();
  };

  /** Thirty events, a checkpoint over them, two later ones, and one over all of that; the product does not run. */
  beforeAll(async () => {
    archive = await openArchive();
    await write(30);
    await archive.sign();
    await archive.follow();
    await write(2);
    await archive.sign();
    await archive.follow();
    dataDir = join(archive.folder, 'stopped');
    mkdirSync(dataDir);
    cpSync(join(archive.folder, 'checkpoints'), join(dataDir, 'checkpoints'), { recursive: true });
    const source = openConnection(archive.node.url);
    records = await recordsOf(source);
    await source.close();
  });
  afterAll(() => archive?.end());
  let records: LogRecord[];
  const place = (said: readonly LogRecord[]) => {
    for (const end of ['', '-end', '-wal', '-shm']) rmSync(join(dataDir, `events.db${end}`), { force: true });
    const file = createLogFile(join(dataDir, 'events.db'), { keepPositions: false });
    for (const record of said) file.add(record);
    file.close();
  };

  it('says what the checkpoints prove', async () => {
    place(records);
    const { code, said } = await verify(dataDir);
    expect(said).toMatch(
      new RegExp(`Company ${companyId}: 34 events, proven up to event 33 .* by the checkpoints outside`),
    );
    expect(code).toBe(0);
  });

  it('finds what was written again with checksums that fit, with and without the database', async () => {
    place(records.map((each, n) => (n === 4 ? { ...each, data: { json: { other: true } } } : each)));
    const alone = await verify(dataDir);
    expect(alone.said).toContain(
      'events 1 to 30 were changed, at least one of them: the checkpoints outside say so',
    );
    expect(alone.code).toBe(1);
    const { said } = await verify(dataDir, { DATABASE_URL: archive.databaseUrl });
    expect(said).toContain(
      `event 5 (UserLoggedOut ${records[4]?.id} at position 640) is not what was written`,
    );
  });

  it('finds that the file of checkpoints has gone, or was shortened, where the log knows of more', async () => {
    place(records);
    const file = join(dataDir, 'checkpoints', `${companyId}.jsonl`);
    const lines = readFileSync(file, 'utf8');
    const withDatabase = { DATABASE_URL: archive.databaseUrl };
    for (const [done, happened] of [
      [() => rmSync(file), 'has gone, though the log has checkpoints that must stand in it'],
      [() => writeFileSync(file, `${lines.split('\n')[0]}\n`), 'lacks checkpoints that the log has'],
    ] as const) {
      done();
      const { code, said } = await verify(dataDir, withDatabase);
      expect(said).toContain(`the file of checkpoints outside ${happened}`);
      expect(code).toBe(1);
    }
    writeFileSync(file, lines);
    expect((await verify(dataDir, withDatabase)).code).toBe(0);
  });

  it('finds that the end is cut off', async () => {
    place(records.slice(0, 20));
    const { code, said } = await verify(dataDir);
    expect(said).toContain('events 1 to 30 are not all there: the checkpoints outside say so');
    expect(code).toBe(1);
  });
});

describe('npm run verify', () => {
  let origin: Origin;
  let backup: string;
  let dataDir: string;
  const spoil = (statement: string) => {
    const database = new DatabaseSync(join(dataDir, 'events.db'));
    database.exec(`PRAGMA foreign_keys = OFF; ${statement}`);
    database.close();
  };

  /** Ten events that are in a backup, and two that came later. */
  beforeAll(async () => {
    origin = await openOrigin();
    for (let n = 0; n < 10; n += 1) await origin.write();
    backup = await origin.backUp('whole.balcao');
    const restored = await origin.restore(backup, 'verified');
    dataDir = restored.dataDir;
    const late = () => [jsonEvent({ type: 'Noted', data: {} })];
    for (let n = 0; n < 2; n += 1)
      await restored.connection.call(client => client.appendToStream('ticket-late.one', late()));
    await restored.end();
  });
  afterAll(() => origin?.end());

  it('says that all is as it was written', async () => {
    const { code, said } = await verify(dataDir, '--backup', backup);
    expect(said).toContain('12 events are as they were written.');
    expect(said).toMatch(
      /holds 0 of the 0 damaged events; it ends at position 1280, and 2 events came after/,
    );
    expect(code).toBe(0);
  });

  it('names each damaged event, and what a backup can restore', async () => {
    spoil("UPDATE events SET data = X'7b7d' WHERE position = 3");
    spoil('DELETE FROM events WHERE position IN (5, 11)');
    const { code, said } = await verify(dataDir, '--backup', backup);
    expect(said).toMatch(
      /Event 3 \(position 384\) is not what was written; it says that it is Noted, 0 of message-\S+: in the backup\./,
    );
    expect(said).toContain('Event 5 (position 640) is missing: in the backup.');
    expect(said).toContain('Event 11 (position 1408) is missing: not in the backup.');
    expect(said).toMatch(/The file: the events of the stream message-\S+ do not end at 0\./);
    expect(said).toContain('holds 2 of the 3 damaged events');
    expect(said).toContain('3 of 12 events are damaged: restore the log from a backup.');
    expect(code).toBe(1);
    expect((await verify(dataDir)).said).toContain('Event 5 (position 640) is missing.');
  });

  it('says what is asked for wrongly', async () => {
    expect(await verify(dataDir, '--nonsense')).toMatchObject({ code: 2 });
    expect(await verify(origin.folder)).toMatchObject({
      code: 2,
      said: expect.stringContaining('There is no log at'),
    });
  });
});
