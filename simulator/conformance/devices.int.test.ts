import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestCompanion } from '../testing/companion.ts';
import { ANA, ANA_LID, BOB, PHONE, type Scene, setScene } from '../testing/scene.ts';

/** The company's own phone gets a copy of everything. */
const OWN_PHONE = 1;
const GROUP = '120363000000000007@g.us';

describe('a contact with several devices', () => {
  let scene: Scene;
  let second: TestCompanion;
  let devices: number[];
  const write = (body: object) => scene.simulator.write(ANA, { to: PHONE, ...body });
  const onScreen = async (text: string) =>
    (await scene.simulator.shown(ANA, PHONE)).filter(each => each.text === text);
  const decrypted = async () => (await scene.simulator.get<{ decrypted: number }>('/stats')).decrypted;
  const acks = (id: string, times: number) =>
    scene.company.until('ack', () => scene.company.acks.filter(ack => ack.id === id).length === times);

  beforeAll(async () => {
    scene = await setScene();
    await scene.simulator.post('/groups', { id: GROUP, subject: 'Friends', members: [ANA, BOB, PHONE] });
    await scene.company.received(await write({ text: 'Hello' }));
    const link = () => scene.simulator.post<{ device: number }>(`/contacts/${ANA}/devices`);
    devices = [(await link()).device, (await link()).device];
    second = new TestCompanion(scene.simulator, await scene.simulator.info());
    await second.pair(PHONE);
  });
  afterAll(async () => {
    await second.disconnect();
    await scene.end();
  });

  it('is sent one ciphertext a device, and shows the message once', async () => {
    const before = await decrypted();
    const id = await scene.company.send(ANA_LID, { text: 'To all devices' });
    await scene.company.status(id, 3);
    expect((await decrypted()) - before).toBe(1 + devices.length + OWN_PHONE);
    expect(await onScreen('To all devices')).toHaveLength(1);
    expect((await second.received(id)).key).toMatchObject({ fromMe: true, remoteJid: ANA_LID });
  });

  it('writes on any of them, in the same chat', async () => {
    for (const device of devices) {
      const id = await write({ text: `From device ${device}`, device });
      for (const companion of [scene.company, second]) {
        expect(await companion.received(id)).toMatchObject({
          key: { remoteJid: ANA_LID, fromMe: false },
          message: { conversation: `From device ${device}` },
        });
      }
    }
  });

  it('asks again with the one device that could not decrypt', async () => {
    const [device = 0] = devices;
    await scene.simulator.post('/faults', { cannotDecryptNext: 1, cannotDecryptDevice: device });
    const before = await decrypted();
    const id = await scene.company.send(ANA_LID, { text: 'Again for one' });
    await acks(id, 2);
    expect((await decrypted()) - before).toBe(1 + devices.length + OWN_PHONE);
    await scene.simulator.post('/faults', { cannotDecryptDevice: null });
    expect(await onScreen('Again for one')).toHaveLength(1);
    expect(await scene.simulator.get('/stats')).toMatchObject({ undecryptable: 0 });
  });

  it('reads and writes in groups on every device', async () => {
    await scene.company.send(GROUP, { text: 'Hello group' });
    await scene.simulator.untilShown(ANA, GROUP, all => all.some(each => each.text === 'Hello group'));
    const [device] = devices;
    const id = await scene.simulator.write(ANA, { group: GROUP, text: 'From my tablet', device });
    expect((await scene.company.received(id)).key).toMatchObject({ remoteJid: GROUP });
    expect(await scene.simulator.get('/stats')).toMatchObject({ undecryptable: 0 });
  });

  it('links one more: the company sends to it too, without asking for the list again', async () => {
    const { device } = await scene.simulator.post<{ device: number }>(`/contacts/${ANA}/devices`);
    devices.push(device);
    await scene.simulator.untilQueueEmpty();
    const before = await decrypted();
    await acks(await scene.company.send(ANA_LID, { text: 'To the new one too' }), 1);
    expect((await decrypted()) - before).toBe(1 + devices.length + OWN_PHONE);
  });

  it('unlinks one: the company no longer sends to it', async () => {
    await scene.simulator.remove(`/contacts/${ANA}/devices/${devices[0]}`);
    await scene.simulator.untilQueueEmpty();
    const before = await decrypted();
    await acks(await scene.company.send(ANA_LID, { text: 'To those left' }), 1);
    expect((await decrypted()) - before).toBe(devices.length + OWN_PHONE);
  });

  it('gets new keys when WhatsApp is installed anew, and both understand each other', async () => {
    await scene.simulator.post(`/contacts/${ANA}/reinstall`);
    await scene.simulator.untilQueueEmpty();
    await scene.company.received(await write({ text: 'New phone' }));
    await scene.company.send(ANA_LID, { text: 'Nice phone' });
    await scene.simulator.untilShown(ANA, PHONE, all => all.some(each => each.text === 'Nice phone'));
  });
});
