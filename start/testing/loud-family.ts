import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Starts loud services, some with nobody who reads what they say, tells their numbers and waits to be killed.
const loud = fileURLToPath(new URL('./loud-service.ts', import.meta.url));
for (const isRead of [true, false, true, false]) {
  const child = fork(loud, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], detached: true });
  if (isRead) for (const stream of [child.stdout, child.stderr]) stream?.resume();
  child.once('message', () => process.stdout.write(`${child.pid}\n`));
}
