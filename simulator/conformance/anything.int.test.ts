import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANA, ANA_LID, PHONE, type Scene, setScene } from '../testing/scene.ts';

describe('messages that no form of the simulator has', () => {
  let scene: Scene;
  const write = (body: object) => scene.simulator.write(ANA, { to: PHONE, ...body });
  const shown = async (id: string) =>
    (await scene.simulator.shown(ANA, PHONE)).find(message => message.id === id);

  beforeAll(async () => {
    scene = await setScene();
  });
  afterAll(() => scene.end());

  it('go out as JSON of the protocol buffer, and are shown as such where no phone draws them', async () => {
    const message = { orderMessage: { orderId: '998', itemCount: 3, thumbnail: 'AQID' } };
    const id = await write({ message });
    const received = await scene.company.received(id);
    expect(received.message?.orderMessage).toMatchObject({ orderId: '998', itemCount: 3 });
    expect(Buffer.from(received.message?.orderMessage?.thumbnail ?? [])).toEqual(Buffer.of(1, 2, 3));
    const { type, text } = (await shown(id)) ?? {};
    expect([type, JSON.parse(text ?? '')]).toEqual(['json', message]);
  });

  it('are drawn where the phone knows their kind', async () => {
    const id = await write({ message: { extendedTextMessage: { text: 'Oi' } } });
    expect(await shown(id)).toMatchObject({ type: 'text', text: 'Oi' });
  });

  it('are refused where they are no messages', async () => {
    await expect(write({ message: { orderMessage: 'no object' } })).rejects.toThrow('400');
  });

  it('come from a list of people, by the name of who wrote', async () => {
    const received = await scene.company.received(await write({ text: 'A todos', broadcast: true }));
    expect(received.key.remoteJid).toMatch(/^\d+@broadcast$/);
    expect(received.key.participant).toBe(ANA_LID);
  });

  it('are edited under the seal of their secret', async () => {
    const id = await write({ text: 'Dez' });
    const { message } = await scene.company.received(id);
    expect(message?.messageContextInfo?.messageSecret).toHaveLength(32);
    const sealed = await scene.company.received(await write({ sealedEdit: { id, text: 'Onze' } }));
    expect(sealed.message?.secretEncryptedMessage).toMatchObject({
      targetMessageKey: { id, fromMe: true },
      secretEncType: 2,
    });
    expect(await shown(id)).toMatchObject({ text: 'Onze', edited: true });
  });

  it('say after how long they vanish once a timer is set', async () => {
    const { id } = await scene.simulator.put<{ id: string }>(`/contacts/${ANA}/timer`, {
      with: PHONE,
      seconds: 86_400,
    });
    const setting = await scene.company.received(id);
    expect(setting.message?.protocolMessage).toMatchObject({ ephemeralExpiration: 86_400 });
    const text = await scene.company.received(await write({ text: 'Oi' }));
    expect(text.message?.extendedTextMessage?.contextInfo?.expiration).toBe(86_400);
    await scene.simulator.put(`/contacts/${ANA}/timer`, { with: PHONE, seconds: 0 });
    expect((await scene.company.received(await write({ text: 'Fica' }))).message?.conversation).toBe('Fica');
  });
});
