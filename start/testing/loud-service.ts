import { runService } from '../service.ts';

// A service that says more than anybody reads, to its very end.
await runService('loud', async ({ log }) => {
  const chatter = setInterval(() => {
    for (let line = 0; line < 200; line += 1) log.info({ text: 'x'.repeat(200) }, 'said');
    process.stderr.write(`${'y'.repeat(200)}\n`);
  }, 1);
  return { stop: async () => clearInterval(chatter) };
});
