import { appendFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runService } from '../service.ts';

// Stands for any service in the supervisor's tests: notes its life in a file of the data directory.
const name = process.env.FAKE_NAME ?? basename(process.argv[1] ?? '');

await runService(name, async ({ config, log }) => {
  const note = (what: string) => appendFileSync(join(config.dataDir, 'life.txt'), `${what}\n`);
  const alive = setInterval(() => {
    if (process.env.FAKE_LOUD) log.info({ text: 'x'.repeat(1_000) }, 'said');
  }, 20);
  note(`start ${name}`);
  const { id, ended } = config.launch;
  appendFileSync(join(config.dataDir, 'launches.txt'), `${name} ${[...ended, id].join(' ')}\n`);
  return {
    info: { url: `${name === 'eventstore' ? 'esdb' : 'http'}://127.0.0.1:1` },
    stop: async () => {
      clearInterval(alive);
      note(`stop ${name}`);
      if (process.env.FAKE_STUCK === name) standStill();
      if (process.env.FAKE_UNFINISHED === name) throw new Error('the newest part stays beside the file');
    },
  };
});

/** Nothing in this process goes on any more, timers and signals included. */
function standStill(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
