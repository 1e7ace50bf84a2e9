import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANA, ANA_LID, BOB, PHONE, type Scene, setScene } from '../testing/scene.ts';

const NOBODY = '5511900000001';

describe('who can be reached', () => {
  let scene: Scene;
  const policy = (body: object) => scene.simulator.put(`/contacts/${BOB}/policy`, body);
  const block = (on: boolean) => scene.simulator.post(`/contacts/${ANA}/blocks`, { number: PHONE, on });
  const ackOf = async (id: string) => {
    await scene.company.until(`ack of ${id}`, () => scene.company.acks.some(ack => ack.id === id));
    return scene.company.acks.find(ack => ack.id === id);
  };

  beforeAll(async () => {
    scene = await setScene();
  });
  afterAll(() => scene.end());

  it('is told for many numbers at once', async () => {
    await policy({ registered: false });
    const found = await scene.company.socket.onWhatsApp(`+${ANA}`, `${BOB}@s.whatsapp.net`, NOBODY);
    expect(found?.filter(({ exists }) => exists)).toEqual([{ jid: `${ANA}@s.whatsapp.net`, exists: true }]);
  });

  it('is not who left WhatsApp: a message to the number fails and reaches nobody', async () => {
    const id = await scene.company.send(`${BOB}@s.whatsapp.net`, { text: 'Hello?' });
    expect(await ackOf(id)).toMatchObject({ error: '404' });
    expect(await scene.simulator.shown(BOB, PHONE)).toEqual([]);
    await policy({ registered: true });
  });

  it('is not who blocked the company: one tick, and nothing is shown', async () => {
    await block(true);
    const id = await scene.company.send(ANA_LID, { text: 'Please' });
    expect(await ackOf(id)).toMatchObject({ error: undefined });
    expect(await scene.simulator.shown(ANA, PHONE)).toEqual([]);
    expect((await scene.simulator.shown(PHONE, ANA)).at(-1)).toMatchObject({
      text: 'Please',
      status: 'sent',
    });
    await block(false);
    await scene.company.status(await scene.company.send(ANA_LID, { text: 'Thanks' }), 3);
    expect((await scene.simulator.shown(ANA, PHONE)).map(each => each.text)).toEqual(['Thanks']);
  });

  it('is for the company to block: what a blocked contact writes does not come', async () => {
    const { socket } = scene.company;
    await scene.company.received(
      await scene.simulator.write(ANA, { to: PHONE, text: 'Known by both names' }),
    );
    await socket.updateBlockStatus(ANA_LID, 'block');
    expect(await socket.fetchBlocklist()).toEqual([ANA_LID]);
    const lost = await scene.simulator.write(ANA, { to: PHONE, text: 'Into the void' });
    await socket.updateBlockStatus(ANA_LID, 'unblock');
    expect(await socket.fetchBlocklist()).toEqual([]);
    await scene.company.received(await scene.simulator.write(ANA, { to: PHONE, text: 'Heard again' }));
    expect(scene.company.messages.some(each => each.key.id === lost)).toBe(false);
  });
});
