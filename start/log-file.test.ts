import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLogFile } from './log-file.ts';

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-log-'));
  file = join(folder, 'a.log');
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const numbered = (count: number) => Array.from({ length: count }, (_, number) => `line ${number}`);
const linesOf = async (name: string) => (await readFile(join(folder, name), 'utf8')).trim().split('\n');

describe('a log file', () => {
  it('is moved aside at its limit, and the oldest of those that were goes', async () => {
    const lines = numbered(50);
    const log = openLogFile(file, { limit: 30, kept: 2 });
    for (const line of lines) {
      log.write(line);
      await log.written();
    }
    expect((await readdir(folder)).sort()).toEqual(['a.log', 'a.log.1', 'a.log.2']);
    const kept = (await Promise.all(['a.log.2', 'a.log.1', 'a.log'].map(linesOf))).flat();
    expect(kept).toEqual(lines.slice(-kept.length));
    expect(kept.length).toBeGreaterThan(6);
  });

  it('counts what stood in it before', async () => {
    await appendFile(file, `${'x'.repeat(40)}\n`);
    const log = openLogFile(file, { limit: 30 });
    log.write('new');
    await log.written();
    expect(await linesOf('a.log')).toEqual(['new']);
    expect(await linesOf('a.log.1')).toEqual(['x'.repeat(40)]);
  });

  it('goes on after a full disk with all lines that could wait, and tells how many could not', async () => {
    let isFull = true;
    const said: string[] = [];
    const append: typeof appendFile = async (path, text, options) => {
      if (!isFull) return appendFile(path, text, options);
      await appendFile(path, String(text).slice(0, 3), options);
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    const log = openLogFile(file, { append, say: text => said.push(text) });
    log.write('the first');
    await vi.waitFor(
      () => expect(said).toEqual([`${file} cannot be written (ENOSPC); it goes on when it can be`]),
      { timeout: 20_000 },
    );
    const large = Array.from({ length: 12 }, (_, number) => `${number} ${'x'.repeat(99_990)}`);
    for (const line of large) log.write(line);
    isFull = false;
    await expect.poll(() => said.slice(1)).toEqual([`${file} is written again, 2 lines are missing`]);
    const lines = await linesOf('a.log');
    const whole = lines.filter(line => line.length > 3);
    expect(whole.slice(0, -1)).toEqual(['the first', ...large.slice(0, 10)]);
    expect(whole.at(-1)).toContain('2 lines are missing here');
  });
});
