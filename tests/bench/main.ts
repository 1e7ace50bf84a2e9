import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { helpIfAsked } from '#start/help.ts';
import { printAgain } from './report.ts';

helpIfAsked(
  'Usage: npm run bench [-- --small]\nMeasures what an attendant waits for: the product, the read model, the browser. Takes many minutes; see docs/operations.md.',
);

/**
 * All that an attendant waits for, one section after the other, each in a process of its own that can be run alone:
 * the running product, the read model at the size of years, the browser. `--small` takes less of everything.
 */
const sections = [
  ['product', 'product.ts'],
  ['read model', 'read-model.ts'],
  ['folding', 'folding.ts'],
  ['browser', 'browser.ts'],
] as const;

const run = (script: string): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const path = fileURLToPath(new URL(script, import.meta.url));
    const options = ['--disable-warning=ExperimentalWarning', path, ...process.argv.slice(2)];
    const child = spawn(process.execPath, options, { stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', resolve);
  });

const finished: string[] = [];
for (const [name, script] of sections) {
  console.log(`\n${name}`);
  if ((await run(script)) === 0) finished.push(name);
  else process.exitCode = 1;
}
printAgain(finished);
for (const [name] of sections) if (!finished.includes(name)) console.log(`${name}: did not come to its end`);
