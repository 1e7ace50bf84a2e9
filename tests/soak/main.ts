import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { runLoad } from './load.ts';
import { help, readOptions } from './options.ts';
import type { Reckoned } from './reckoning.ts';
import { runSockets } from './sockets/run.ts';

/*
 * A load on a product of its own: `npm run soak -- --help`. What it measures depends on the machine; the exit code
 * says whether every message, socket and count is where it belongs.
 */

const say = (line: string) => process.stdout.write(`${line}\n`);
const mostFaults = 20;

const printReckoning = (reckoned: readonly Reckoned[]): boolean => {
  for (const { what, faults } of reckoned) {
    say(`${faults.length === 0 ? '✓' : '✗'} ${what}`);
    for (const fault of faults.slice(0, mostFaults)) say(`    ${fault}`);
    if (faults.length > mostFaults) say(`    and ${faults.length - mostFaults} more`);
  }
  return reckoned.every(({ faults }) => faults.length === 0);
};

const main = async (): Promise<number> => {
  const asked = readOptions(process.argv.slice(2));
  if (asked.kind === 'help') {
    say(help);
    return 0;
  }
  say(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} before`);
  const outcome =
    asked.kind === 'sockets' ? await runSockets(asked.options, say) : await runLoad(asked.options, say);
  for (const each of outcome.tables) say(`\n${each}`);
  say('');
  if (asked.json) writeFileSync(asked.json, `${JSON.stringify(outcome, null, 2)}\n`);
  return printReckoning(outcome.reckoned) ? 0 : 1;
};

process.exitCode = await main().catch(error => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
  return 1;
});
