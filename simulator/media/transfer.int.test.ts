import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startSimulator } from '../server.ts';

it('refuses a file that it cannot keep, and goes on', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'simulator-media-'));
  const simulator = await startSimulator({ port: 0, dataDir });
  const upload = () => fetch(`${simulator.url}/v/upload`, { method: 'POST', body: 'bytes' });
  try {
    expect((await upload()).status).toBe(200);
    rmSync(join(dataDir, 'simulator', 'media'), { recursive: true });
    expect((await upload()).status).toBe(500);
    expect((await fetch(`${simulator.url}/v/${'0'.repeat(64)}`)).status).toBe(404);
  } finally {
    await simulator.close();
    rmSync(dataDir, { recursive: true });
  }
});
