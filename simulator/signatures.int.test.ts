import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { libraryCurve } from '#connector/signal/library-curve.ts';
import { sign, verify } from '#connector/signal/xeddsa.ts';
import { startSimulator } from './server.ts';

it('phones sign and check by the same code as the connector', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'simulator-signatures-'));
  const simulator = await startSimulator({ port: 0, dataDir });
  onTestFinished(async () => {
    await simulator.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  expect(libraryCurve()).toMatchObject({ sign, verify });
});
