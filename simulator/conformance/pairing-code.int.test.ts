import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestCompanion } from '../testing/companion.ts';
import { ANA, PHONE, type Scene, setScene } from '../testing/scene.ts';

const OTHER = '5511955554444';

describe('pairing by code', () => {
  let scene: Scene;
  let device: TestCompanion;

  const newDevice = async () => new TestCompanion(scene.simulator, await scene.simulator.info());

  beforeAll(async () => {
    scene = await setScene();
    await scene.simulator.post('/phones', { number: OTHER, name: 'Other' });
    device = await newDevice();
  });
  afterAll(async () => {
    await device.disconnect();
    await scene.end();
  });

  it('refuses a code when no device asks for one, and another code than the shown one', async () => {
    const type = (code: string) => scene.simulator.post(`/phones/${OTHER}/link`, { code });
    await expect(type('ABCD-EFGH')).rejects.toThrow('ERR_PAIRING');
    device.connect();
    await device.connection(update => update.qr !== undefined);
    const code = await device.socket.requestPairingCode(OTHER);
    expect(code).toHaveLength(8);
    const wrong = code === '11111111' ? '22222222' : '11111111';
    await expect(type(wrong)).rejects.toThrow('not the code');
    expect(device.socket.authState.creds.registered).toBe(false);
    await device.disconnect();
  });

  it('links the device and lets it write and receive', async () => {
    device = await newDevice();
    await device.pairByCode(OTHER);
    expect(device.socket.user?.id).toMatch(new RegExp(`^${OTHER}:\\d+@`));
    const id = await scene.simulator.write(ANA, { to: OTHER, text: 'Linked by code?' });
    const received = await device.received(id);
    expect(received.message?.conversation).toBe('Linked by code?');
    const answer = await device.send(received.key.remoteJid ?? '', { text: 'Yes' });
    await device.status(answer, 3);
    expect((await scene.simulator.shown(ANA, OTHER)).at(-1)).toMatchObject({ text: 'Yes', from: OTHER });
    expect(await scene.simulator.get('/phones')).toMatchObject([
      { number: OTHER, connected: true },
      { number: PHONE },
    ]);
  });
});
