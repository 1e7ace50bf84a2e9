import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestCompanion, trustSimulator } from '../testing/companion.ts';
import { ANA, ANA_LID, addPeople, PHONE } from '../testing/scene.ts';
import { SimulatorProcess } from '../testing/simulator-process.ts';

describe('the simulator as a process', () => {
  const running = new SimulatorProcess();

  beforeAll(() => running.start());
  afterAll(() => running.remove());

  it('keeps sessions, messages and ticks over a crash', async () => {
    const simulator = running.client;
    await addPeople(simulator);
    const info = await trustSimulator(simulator);
    const company = new TestCompanion(simulator, info);
    await company.pair(PHONE);
    await company.received(await simulator.write(ANA, { to: PHONE, text: 'Before' }));
    const sent = await company.send(ANA_LID, { text: 'Answer' });
    await company.until('ack', () => company.acks.some(ack => ack.id === sent));

    const closed = company.closed();
    const waiting = await simulator.write(ANA, { to: PHONE, text: 'Last words' });
    await running.end('SIGKILL');
    await closed;
    await running.start();

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
    expect(await running.end('SIGTERM')).toEqual([0, null]);
    await running.start();
    const exited = once(running.child, 'exit');
    running.child.disconnect();
    expect(await exited).toEqual([0, null]);
  });
});
