import { appendFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runService } from '../service.ts';

// Stands for any service in the supervisor's tests: notes its life in a file of the data directory.
const name = process.env.FAKE_NAME ?? basename(process.argv[1] ?? '');

await runService(name, async ({ config }) => {
  const note = (what: string) => appendFileSync(join(config.dataDir, 'life.txt'), `${what}\n`);
  const alive = setInterval(() => {}, 60_000);
  note(`start ${name}`);
  const { id, ended } = config.launch;
  appendFileSync(join(config.dataDir, 'launches.txt'), `${name} ${[...ended, id].join(' ')}\n`);
  return {
    info: { url: `${name === 'eventstore' ? 'esdb' : 'http'}://127.0.0.1:1` },
    stop: async () => {
      clearInterval(alive);
      note(`stop ${name}`);
    },
  };
});
