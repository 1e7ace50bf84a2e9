import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningSimulator, startSimulator } from '../server.ts';
import { silenceConsole } from '../silence-console.ts';
import { TestCompanion, trustSimulator } from './companion.ts';
import { SimulatorClient } from './simulator-client.ts';

export const PHONE = '5511999990000';
export const ANA = '5511988887777';
export const ANA_LID = '123456789012345@lid';
export const BOB = '5511977776666';

export type Scene = {
  running: RunningSimulator;
  simulator: SimulatorClient;
  company: TestCompanion;
  pairingCode: number;
  end(): Promise<void>;
};

/** A running simulator with a company's paired phone and two contacts, Ana and Bob. */
export async function setScene(): Promise<Scene> {
  silenceConsole();
  const folder = await mkdtemp(join(tmpdir(), 'simulator-'));
  const running = await startSimulator({ port: 0, dataDir: folder });
  const simulator = new SimulatorClient(running.url);
  await addPeople(simulator);
  const company = new TestCompanion(simulator, await trustSimulator(simulator));
  const pairingCode = await company.pair(PHONE);
  const end = async () => {
    await company.disconnect();
    await running.close();
    await rm(folder, { recursive: true });
  };
  return { running, simulator, company, pairingCode, end };
}

export async function addPeople(simulator: SimulatorClient): Promise<void> {
  await simulator.post('/phones', { number: PHONE, name: 'Acme' });
  await simulator.post('/contacts', { number: ANA, name: 'Ana', lid: '123456789012345' });
  await simulator.post('/contacts', { number: BOB, name: 'Bob' });
}
