import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANA, ANA_LID, BOB, PHONE, type Scene, setScene } from '../testing/scene.ts';

const GROUP = '120363000000000003@g.us';

describe('profile pictures', () => {
  let scene: Scene;
  const wear = (picture: object | null) => scene.simulator.put(`/contacts/${ANA}/picture`, { picture });
  const load = async (jid: string, type: 'image' | 'preview' = 'image') => {
    const answer = await fetch((await scene.company.socket.profilePictureUrl(jid, type)) ?? '');
    return Buffer.from(await answer.arrayBuffer());
  };
  const drawing = () =>
    sharp({ create: { width: 640, height: 480, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();

  beforeAll(async () => {
    scene = await setScene();
    await scene.simulator.post('/groups', { id: GROUP, subject: 'Friends', members: [PHONE, ANA, BOB] });
    await scene.company.received(await scene.simulator.write(ANA, { to: PHONE, text: 'Hello' }));
  });
  afterAll(() => scene.end());

  it('are refused when there is none', async () => {
    await expect(scene.company.socket.profilePictureUrl(`${BOB}@s.whatsapp.net`)).rejects.toThrow(
      'item-not-found',
    );
  });

  it('are announced and loaded, drawn from the name or given as a file', async () => {
    await wear({ drawn: true });
    await scene.company.told(
      'contacts.update',
      ([each]) => each?.id === ANA_LID && each.imgUrl === 'changed',
    );
    expect(await sharp(await load(ANA_LID)).metadata()).toMatchObject({ format: 'jpeg', width: 320 });
    const drawn = await load(`${ANA}@s.whatsapp.net`, 'preview');
    await wear({ base64: (await drawing()).toString('base64') });
    expect(await load(ANA_LID)).not.toEqual(drawn);
    await expect(wear({ base64: Buffer.from('no picture').toString('base64') })).rejects.toThrow(
      'ERR_VALIDATION',
    );
  });

  it('can be taken away', async () => {
    await wear(null);
    await scene.company.told(
      'contacts.update',
      ([each]) => each?.id === ANA_LID && each.imgUrl === 'removed',
    );
    await expect(scene.company.socket.profilePictureUrl(ANA_LID)).rejects.toThrow('item-not-found');
  });

  it('are kept from whom the contact blocked', async () => {
    await wear({ drawn: true });
    await scene.simulator.post(`/contacts/${ANA}/blocks`, { number: PHONE, on: true });
    await expect(scene.company.socket.profilePictureUrl(ANA_LID)).rejects.toThrow('not-authorized');
    await scene.simulator.post(`/contacts/${ANA}/blocks`, { number: PHONE, on: false });
  });

  it('of the company and of its group are set by the company', async () => {
    const { socket } = scene.company;
    await socket.updateProfilePicture(`${PHONE}@s.whatsapp.net`, await drawing());
    expect(await sharp(await load(`${PHONE}@s.whatsapp.net`)).metadata()).toMatchObject({ format: 'jpeg' });
    await socket.updateProfilePicture(GROUP, await drawing());
    expect((await load(GROUP)).length).toBeGreaterThan(100);
    await socket.removeProfilePicture(GROUP);
    await expect(socket.profilePictureUrl(GROUP)).rejects.toThrow('item-not-found');
  });
});
