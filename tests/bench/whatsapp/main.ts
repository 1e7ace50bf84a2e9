import { mkdtemp } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { helpIfAsked } from '#start/help.ts';
import { measureBacklog } from './backlog.ts';
import { compare, type Figures } from './compare.ts';
import { measureIdle } from './idle.ts';
import { measureNewcomers } from './newcomers.ts';
import { addPeople } from './people.ts';
import { openPremises, type Premises } from './premises.ts';
import { printTable } from './table.ts';

helpIfAsked(
  'Usage: npm run bench:whatsapp [-- --small] [--profile] [--steady] [--newcomers] [--backlog <messages>]\nMeasures the connector beside the bare library. Takes some minutes.',
);

/*
 * Figures of the connector with all that it stores, beside the bare library with its keys in memory in the same
 * run: `npm run bench:whatsapp -- [--small] [--profile] [--steady] [--newcomers] [--backlog 50000]`; with one of the last
 * three nothing else is measured. All share the processors with the simulator, which encrypts, decrypts and stores for
 * everybody else: its work is told apart.
 */

const { values: asked } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    steady: { type: 'boolean', default: false },
    newcomers: { type: 'boolean', default: false },
    backlog: { type: 'string' },
  },
});
const isSmall = asked.small;
const profileInto = asked.profile ? await mkdtemp(join(tmpdir(), 'whatsapp-profile-')) : undefined;
const rows: Figures[] = [];
const note = (figures: Figures) => {
  rows.push(figures);
  process.stdout.write(`… ${figures.measured}: ${figures.ours}\n`);
};
const onPremises = async (measure: (premises: Premises) => Promise<void>) => {
  const premises = await openPremises();
  await measure(premises).finally(premises.end);
};

process.stdout.write(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} before\n`);
const everything = !asked.steady && !asked.newcomers && asked.backlog === undefined;
try {
  if (everything || asked.steady)
    await onPremises(async premises => {
      await addPeople(premises.simulator);
      await compare(premises, { isSmall, profileInto, note, onlySteady: asked.steady });
      if (everything) await measureIdle(premises, { sessions: isSmall ? 20 : 100, note });
    });
  if (everything || asked.newcomers)
    await onPremises(premises =>
      measureNewcomers(premises, { count: isSmall ? 75 : 300, profileInto, note }),
    );
  if (everything || asked.backlog !== undefined)
    await onPremises(premises =>
      measureBacklog(premises, { messages: Number(asked.backlog ?? (isSmall ? 1_000 : 5_000)), note }),
    );
} finally {
  printTable(rows);
}
if (profileInto) process.stdout.write(`profiles of the connector's processor time lie in ${profileInto}\n`);
