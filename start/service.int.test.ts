import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { identityOf } from './process-identity.ts';

const family = fileURLToPath(new URL('./testing/loud-family.ts', import.meta.url));

it('ends by itself when its supervisor was killed, though nobody reads any more what it says', async () => {
  const parent = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', family], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const children: number[] = [];
  for await (const line of createInterface({ input: parent.stdout })) {
    if (children.push(Number(line)) === 4) break;
  }
  expect(children.map(identityOf).every(began => began !== undefined)).toBe(true);
  parent.kill('SIGKILL');
  try {
    await expect.poll(() => children.filter(pid => identityOf(pid) !== undefined)).toEqual([]);
  } finally {
    for (const pid of children) if (identityOf(pid) !== undefined) process.kill(pid, 'SIGKILL');
  }
});
