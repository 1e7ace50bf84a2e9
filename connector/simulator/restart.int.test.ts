import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silenceConsole } from './silence-console.ts';
import { TestCompanion, trustSimulator } from './testing/companion.ts';
import { ANA, ANA_LID, addPeople, PHONE } from './testing/scene.ts';
import { SimulatorClient } from './testing/simulator-client.ts';

describe('the simulator as a process', () => {
  let folder: string;
  let child: ChildProcess;
  let simulator: SimulatorClient;

  const start = async (port: string) => {
    const env = { ...process.env, SIMULATOR_PORT: port, DATA_DIR: folder };
    child = fork(join(import.meta.dirname, 'main.ts'), { env, silent: true, execArgv: [] });
    const [{ url }] = await once(child, 'message');
    simulator = new SimulatorClient(url);
  };
  const end = async (signal: NodeJS.Signals) => {
    const exited = once(child, 'exit');
    child.kill(signal);
    return exited;
  };

  beforeAll(async () => {
    silenceConsole();
    folder = await mkdtemp(join(tmpdir(), 'simulator-'));
    await start('0');
  });
  afterAll(async () => {
    if (child.exitCode === null && child.signalCode === null) await end('SIGKILL');
    await rm(folder, { recursive: true });
  });

  it('keeps sessions, messages and ticks over a crash', async () => {
    await addPeople(simulator);
    const info = await trustSimulator(simulator);
    const company = new TestCompanion(simulator, info);
    await company.pair(PHONE);
    await company.received(await simulator.write(ANA, { to: PHONE, text: 'Before' }));
    const sent = await company.send(ANA_LID, { text: 'Answer' });
    await company.until('ack', () => company.acks.some(ack => ack.id === sent));

    const closed = company.closed();
    const waiting = await simulator.write(ANA, { to: PHONE, text: 'Last words' });
    await end('SIGKILL');
    await closed;
    await start(new URL(simulator.url).port);

    expect(await simulator.info()).toMatchObject({ rootKey: info.rootKey, mediaCa: info.mediaCa });
    expect((await simulator.shown(ANA, PHONE)).map(each => each.text)).toEqual([
      'Before',
      'Answer',
      'Last words',
    ]);
    await company.login();
    await company.received(waiting);
    const after = await simulator.write(ANA, { to: PHONE, text: 'After' });
    expect((await company.received(after)).message?.conversation).toBe('After');
    const reply = await company.send(ANA_LID, { text: 'Still understood' });
    await company.until('ack', () => company.acks.some(ack => ack.id === reply));
    expect((await simulator.shown(ANA, PHONE)).at(-1)).toMatchObject({
      text: 'Still understood',
      status: 'delivered',
    });
    expect(await simulator.get('/stats')).toMatchObject({ undecryptable: 0 });
    await company.disconnect();
  });

  it('stops at SIGTERM and when its parent lets go', async () => {
    expect(await end('SIGTERM')).toEqual([0, null]);
    await start('0');
    const exited = once(child, 'exit');
    child.disconnect();
    expect(await exited).toEqual([0, null]);
  });
});
