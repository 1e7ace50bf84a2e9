import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { helpIfAsked } from '#start/help.ts';
import { chromiumPath } from './chromium.ts';

helpIfAsked(
  'Usage: npm test [-- <files and options of vitest>]\nRuns all tests, browser tests included where there is a Chromium, and counts what was skipped.',
);

const root = fileURLToPath(new URL('..', import.meta.url));

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.unknown()),
    }),
  ),
});
type Report = z.output<typeof report>;

const slowestShown = 10;

const runVitest = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  new Promise(resolve => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const child = spawn(process.execPath, [vitest, 'run', ...args], { cwd: root, env, stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
    child.once('close', code => resolve(code ?? 1));
  });

const readReport = (file: string): Report | undefined =>
  existsSync(file) ? report.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;

const counts = (found: Report | undefined) => {
  if (!found) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = found.testResults.filter(
    result => result.status === 'failed' && result.assertionResults.length === 0,
  ).length;
  return {
    passed: found.numPassedTests,
    failed: found.numFailedTests + brokenFiles,
    skipped: found.numPendingTests + found.numTodoTests,
  };
};

/** The files that took longest, from their first test to the end of their last. */
const slowest = (found: Report | undefined): string[] =>
  (found?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ name: relative(root, name), ms: endTime - startTime }))
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, slowestShown)
    .map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`);

/** Browser tests cannot run without a browser; each of their files then counts as one skipped test. */
const browserFiles = (): string[] => [
  ...readdirDeep('tests').filter(file => file.endsWith('.e2e.test.ts') && needsBrowser(file)),
  ...readdirDeep('web/src').filter(file => file.endsWith('.web.test.tsx')),
];

const needsBrowser = (file: string) => readFileSync(join(root, file), 'utf8').includes('openBrowser');

const main = async (): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-tests-'));
  const file = join(folder, 'report.json');
  const browser = chromiumPath();
  const left = browser ? [] : browserFiles();
  const args = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...process.argv.slice(2),
  ];
  const code = await runVitest(
    [...args, ...left.flatMap(path => ['--exclude', path])],
    browser ? { ...process.env, CHROMIUM_PATH: browser } : process.env,
  );
  const found = readReport(file);
  const { passed, failed, skipped } = counts(found);
  rmSync(folder, { recursive: true, force: true });
  if (!browser) say(`Skipped ${left.join(', ')}: there is no Chromium (install it or set CHROMIUM_PATH).`);
  say(`Slowest files:\n${slowest(found).join('\n')}`);
  const failures = code !== 0 && failed === 0 ? 1 : failed;
  say(`${passed} passed, ${failures} failed, ${skipped + left.length} skipped`);
  return failures > 0 ? 1 : passed > 0 ? 0 : 1;
};

const readdirDeep = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(path => join(folder, path));

const say = (line: string) => process.stdout.write(`${line}\n`);

process.exit(await main());
