import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readTable } from './read-table.ts';
import { hostileTables } from './testing/hostile-tables.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-table-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const made = (wanted: string): string => {
  const path = join(folder, wanted);
  writeFileSync(path, hostileTables.find(([what]) => what === wanted)?.[1]() ?? '');
  return path;
};

it('a file that takes all memory of its reader takes nobody along', async () => {
  await expect(readTable(made('a cell that is nowhere'))).rejects.toMatchObject({ fault: 'too-large' });
  expect((await readTable(made('formulas'))).rows).toHaveLength(2);
}, 60_000);

it('a file names no other file of the server', async () => {
  const { rows } = await readTable(made('a sheet that names a file of the server'));
  expect(JSON.stringify(rows)).not.toContain('root:');
}, 60_000);
