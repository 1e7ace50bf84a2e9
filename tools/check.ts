import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describedCalls, describedProgramCalls } from '#gateway/described-calls.ts';
import { helpIfAsked } from '#start/help.ts';
import { tooLongFiles } from './file-length.ts';
import { forbiddenImports, importCircles } from './imports.ts';
import { openapiFaults } from './openapi.ts';
import { root, sourceFiles } from './source-files.ts';

helpIfAsked(
  'Usage: npm run check [-- --no-tests]\nTypes, lint and format, imports, unused code, generated pages and unit tests.',
);

type Outcome = {
  readonly name: string;
  readonly ok: boolean;
  readonly output: string;
  readonly seconds: number;
};

const bin = (name: string) => join(root, 'node_modules/.bin', name);

const runTool = (name: string, command: string, args: readonly string[]): Promise<Outcome> =>
  new Promise(resolve => {
    const started = Date.now();
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const grow = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', grow);
    child.stderr.on('data', grow);
    child.once('error', error => grow(Buffer.from(error.message)));
    child.once('close', code =>
      resolve({ name, ok: code === 0, output, seconds: (Date.now() - started) / 1000 }),
    );
  });

const findings = (name: string, lines: readonly string[]): Outcome => ({
  name,
  ok: lines.length === 0,
  output: lines.join('\n'),
  seconds: 0,
});

const sources = (): Outcome[] => {
  const files = sourceFiles();
  return [
    findings('import table', forbiddenImports(files)),
    findings('import circles', importCircles(files)),
    findings('file length', tooLongFiles(files)),
  ];
};

const generated = (): Promise<Outcome>[] =>
  existsSync(join(root, 'docs/generate-events.ts'))
    ? [
        runTool('event catalogue', process.execPath, ['docs/generate-events.ts', '--check']),
        runTool('client of the messages API', process.execPath, ['docs/generate-client.ts', '--check']),
        runTool('diagrams of machines', process.execPath, ['docs/generate-machines.ts', '--check']),
      ]
    : [];

const main = async (): Promise<number> => {
  const started = Date.now();
  const quick = Promise.all([
    runTool('types', bin('tsc'), ['-b']),
    runTool('lint and format', bin('biome'), [
      'ci',
      '--max-diagnostics=40',
      '--diagnostic-level=error',
      '--colors=off',
      '.',
    ]),
    runTool('unused code', process.execPath, [join(root, 'node_modules/knip/bin/knip.js'), '--no-progress']),
    ...generated(),
  ]);
  const described = [await describedCalls('check'), await describedProgramCalls('check')];
  const faults = (await Promise.all(described.map(openapiFaults))).flat();
  const calls = findings('description of calls', faults);
  const outcomes = [...sources(), calls, ...(await quick)];
  const units = ['run', '--project', 'unit*', '--reporter=dot'];
  if (!process.argv.includes('--no-tests'))
    outcomes.push(
      await runTool('unit tests', process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...units]),
    );

  for (const { name, ok, output } of outcomes) if (!ok) say(`\n── ${name}\n${output.trim()}`);
  say('');
  for (const { name, ok, seconds } of outcomes)
    say(`${ok ? '✓' : '✗'} ${name}${seconds ? ` (${seconds.toFixed(1)} s)` : ''}`);
  const failed = outcomes.filter(({ ok }) => !ok).length;
  say(
    `\n${failed === 0 ? 'All is well' : `${failed} of ${outcomes.length} checks failed`} after ${Math.round((Date.now() - started) / 1000)} s`,
  );
  return failed === 0 ? 0 : 1;
};

const say = (line: string) => process.stdout.write(`${line}\n`);

process.exit(await main());
