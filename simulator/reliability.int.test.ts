import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANA, ANA_LID, BOB, PHONE, type Scene, setScene } from './testing/scene.ts';

describe('when things go wrong', () => {
  let scene: Scene;
  const acknowledged = (id: string) =>
    scene.company.until(`ack of ${id}`, () => scene.company.acks.some(ack => ack.id === id));

  beforeAll(async () => {
    scene = await setScene();
  });
  afterAll(() => scene.end());

  it('keeps messages for an offline company and hands them over at login', async () => {
    // The library holds everything back for 20 s at its next login when it was cut off before it had its history.
    await scene.company.received(await scene.simulator.write(ANA, { to: PHONE, text: 'You are online' }));
    const closed = scene.company.closed();
    await scene.simulator.post('/faults', { closeWith: 'cut' });
    expect(await closed).toBe(428);
    const ids = [
      await scene.simulator.write(ANA, { to: PHONE, text: 'You were offline' }),
      await scene.simulator.write(BOB, { to: PHONE, text: 'Me too' }),
    ];
    expect(await scene.simulator.get('/stats')).toMatchObject({ queued: 2 });
    await scene.company.login();
    for (const id of ids) await scene.company.received(id);
    await scene.simulator.untilShown(ANA, PHONE, all => all.every(each => each.status === 'delivered'));
    await scene.simulator.untilQueueEmpty();
  });

  it('sends a damaged message again when asked', async () => {
    await scene.simulator.post('/faults', { corruptNext: 1 });
    const id = await scene.simulator.write(ANA, { to: PHONE, text: 'Was damaged' });
    expect((await scene.company.received(id)).message?.conversation).toBe('Was damaged');
    expect(await scene.simulator.get('/stats')).toMatchObject({ retriesAsked: 1 });
    await scene.simulator.untilQueueEmpty();
  });

  it('lets a contact ask again for what it cannot decrypt', async () => {
    await scene.simulator.post('/faults', { cannotDecryptNext: 1 });
    const watching = scene.simulator.untilShown(ANA, PHONE, all =>
      all.some(each => each.text === 'Please again'),
    );
    await scene.company.send(ANA_LID, { text: 'Please again' });
    expect((await watching).filter(each => each.text === 'Please again')).toHaveLength(1);
  });

  it('refuses a message with the code it is told', async () => {
    await scene.simulator.post('/faults', { ackError: '463' });
    const id = await scene.company.send(ANA_LID, { text: 'Refused' });
    await acknowledged(id);
    await scene.simulator.post('/faults', { ackError: null });
    expect(scene.company.acks.find(ack => ack.id === id)?.error).toBe('463');
    expect((await scene.simulator.shown(ANA, PHONE)).some(each => each.id === id)).toBe(false);
  });

  it('ends connections with the code it is told, and answers late', async () => {
    const closed = scene.company.closed();
    await scene.simulator.post('/faults', { closeWith: 503, delayMs: 20 });
    expect(await closed).toBe(503);
    await scene.company.login();
    await scene.company.received(await scene.simulator.write(ANA, { to: PHONE, text: 'Late' }));
    await scene.simulator.post('/faults', { delayMs: 0 });
  });

  it('ends the older of two connections with 440', async () => {
    const closed = scene.company.closed();
    await scene.company.login();
    expect(await closed).toBe(440);
    const id = await scene.simulator.write(ANA, { to: PHONE, text: 'To the newer one' });
    await scene.company.received(id);
  });

  it('unlinks the company with 401, now and at every later login', async () => {
    const closed = scene.company.closed();
    await scene.simulator.post(`/phones/${PHONE}/logout`);
    expect(await closed).toBe(401);
    scene.company.connect();
    expect(await scene.company.closed()).toBe(401);
    expect(await scene.simulator.get('/phones')).toMatchObject([{ connected: false, companions: [] }]);
  });
});
