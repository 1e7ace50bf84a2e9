import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listFiles } from './data-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-files-'));
  for (const name of ['data', 'data/checkpoints', 'data/media', 'elsewhere']) mkdirSync(join(folder, name));
  for (const name of ['data/media/picture', 'data/checkpoints/one.jsonl', 'elsewhere/two.jsonl'])
    writeFileSync(join(folder, name), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

it('a backup holds the checkpoints of the history wherever they are kept', () => {
  const dataDir = join(folder, 'data');
  expect(listFiles(dataDir).map(({ name }) => name)).toEqual(['media/picture', 'checkpoints/one.jsonl']);
  expect(listFiles(dataDir, join(folder, 'elsewhere'))).toEqual([
    { name: 'media/picture', path: join(dataDir, 'media/picture') },
    { name: 'checkpoints/two.jsonl', path: join(folder, 'elsewhere/two.jsonl') },
  ]);
});
