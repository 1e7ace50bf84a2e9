import { startSimulator } from './server.ts';
import { silenceConsole } from './silence-console.ts';

silenceConsole();

const simulator = await startSimulator({
  port: Number(process.env.SIMULATOR_PORT ?? 0),
  dataDir: process.env.DATA_DIR ?? 'data',
  log: text => process.stderr.write(`${text}\n`),
});

process.stdout.write(`simulator listening on ${simulator.url}\n`);
process.send?.({ ready: true, url: simulator.url });

let stopping = false;
const stop = () => {
  if (stopping) return;
  stopping = true;
  void simulator.close().then(() => process.exit(0));
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
if (process.send) process.on('disconnect', stop);
