import { type ChildProcess, spawn } from 'node:child_process';
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

const running = new Set<ChildProcess>();
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isStopped = true;
    for (const child of running) child.kill(signal);
  });

const runVitest = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  new Promise(resolve => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const child = spawn(process.execPath, [vitest, 'run', ...args], { cwd: root, env, stdio: 'inherit' });
    running.add(child);
    child.once('close', code => {
      running.delete(child);
      resolve(code ?? 1);
    });
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
const slowest = (results: Report['testResults']): string[] =>
  results
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

type Part = { readonly name: string; readonly args: readonly string[] };

/**
 * What computes comes first, alone; then what waits for databases and what waits for whole products run beside each
 * other, as neither keeps both processors busy.
 */
const rounds: readonly (readonly Part[])[] = [
  [{ name: 'unit', args: ['--project', 'unit*'] }],
  [{ name: 'web', args: ['--project', 'web'] }],
  [
    { name: 'int', args: ['--project', 'int'] },
    { name: 'e2e', args: ['--project', 'e2e'] },
  ],
];

const main = async (): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-tests-'));
  const browser = chromiumPath();
  const left = browser ? [] : browserFiles();
  const asked = process.argv.slice(2);
  const env = browser ? { ...process.env, CHROMIUM_PATH: browser } : process.env;
  const ran: { name: string; seconds: number; code: number; found: Report | undefined }[] = [];
  const run = async ({ name, args }: Part): Promise<void> => {
    const file = join(folder, `${name}.json`);
    const began = performance.now();
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const excluded = left.flatMap(path => ['--exclude', path]);
    const code = await runVitest([...reporters, ...args, ...excluded], env);
    const seconds = Math.round((performance.now() - began) / 1_000);
    ran.push({ name, seconds, code, found: readReport(file) });
  };
  // Files and options that are asked for are of any part.
  const wanted = asked.length > 0 ? [[{ name: 'tests', args: asked }]] : rounds;
  for (const round of wanted) {
    if (isStopped) break;
    await Promise.all(round.filter(({ name }) => browser || name !== 'web').map(run));
  }
  rmSync(folder, { recursive: true, force: true });
  if (!browser) say(`Skipped ${left.join(', ')}: there is no Chromium (install it or set CHROMIUM_PATH).`);
  say(`Slowest files:\n${slowest(ran.flatMap(({ found }) => found?.testResults ?? [])).join('\n')}`);
  say(`Seconds: ${ran.map(({ name, seconds }) => `${name} ${seconds}`).join(', ')}`);
  const sums = ran.map(({ code, found }) => {
    const { passed, failed, skipped } = counts(found);
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped };
  });
  const sum = (of: 'passed' | 'failed' | 'skipped') => sums.reduce((total, each) => total + each[of], 0);
  say(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped') + left.length} skipped`);
  return sum('failed') > 0 ? 1 : sum('passed') > 0 ? 0 : 1;
};

const readdirDeep = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(path => join(folder, path));

const say = (line: string) => process.stdout.write(`${line}\n`);

process.exit(await main());
