import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';

const root = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(`${root}/package.json`, 'utf8')));
const direct = [
  'tests/bench/product.ts',
  'tests/bench/encryption.ts',
  'tests/bench/signatures.ts',
  'start/rewrap-keys.ts',
  'start/migrate.ts',
];
/** Our own files that npm runs; the rest are other people's programs, with a help of their own. */
const ours = Object.values(scripts).flatMap(
  command => /bin\/node .*?([\w/.-]+\.ts)$/.exec(command)?.[1] ?? [],
);

it('finds our scripts', () => {
  expect(ours.length).toBeGreaterThan(12);
});

it.each([...ours, ...direct])('%s says what it does and does nothing when asked for help', file => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', file, '--help'],
    // Whatever it might do is cut short.
    { cwd: root, encoding: 'utf8', timeout: 40_000, env: { PATH: process.env.PATH } },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^(Usage: )?npm run |^Usage: /);
});
