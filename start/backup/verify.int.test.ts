import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Origin, openOrigin } from './testing/origin.ts';

const script = fileURLToPath(new URL('verify.ts', import.meta.url));

const verify = (dataDir: string, ...args: string[]): Promise<{ code: number | null; said: string }> =>
  new Promise(resolve => {
    const env = { ...process.env, DATA_DIR: dataDir, EVENTSTORE_URL: '', EVENTSTORE_FILE: '' };
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
      env,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        said += String(chunk);
      });
    child.once('close', code => resolve({ code, said }));
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
