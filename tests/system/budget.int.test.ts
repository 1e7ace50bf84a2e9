import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../web/budget.ts', import.meta.url));

it('loads the first screen with at most 250 kB of script', async () => {
  const run = promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', script]);
  const { stdout } = await run;
  expect(stdout).toMatch(/kB/);
});
