import { mkdtemp } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, type Figures } from './compare.ts';
import { measureIdle } from './idle.ts';
import { addPeople } from './people.ts';
import { openPremises } from './premises.ts';
import { printTable } from './table.ts';

/*
 * Figures of the connector with all that it stores, beside the bare library with its keys in memory in the same
 * run: `npm run bench:whatsapp -- [--small] [--profile]`. Both share the processors with the simulator, which
 * encrypts, decrypts and stores for everybody else: its work is told apart.
 */

const isSmall = process.argv.includes('--small');
const profileInto = process.argv.includes('--profile')
  ? await mkdtemp(join(tmpdir(), 'whatsapp-profile-'))
  : undefined;
const rows: Figures[] = [];
const note = (figures: Figures) => {
  rows.push(figures);
  process.stdout.write(`… ${figures.measured}: ${figures.ours}\n`);
};

process.stdout.write(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} before\n`);
const premises = await openPremises();
try {
  await addPeople(premises.simulator);
  await compare(premises, { isSmall, profileInto, note });
  await measureIdle(premises, { sessions: isSmall ? 20 : 100, note });
} finally {
  printTable(rows);
  await premises.end();
}
if (profileInto) process.stdout.write(`profiles of the connector's processor time lie in ${profileInto}\n`);
