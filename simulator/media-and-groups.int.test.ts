import { downloadMediaMessage } from '@whiskeysockets/baileys';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANA, ANA_LID, BOB, PHONE, type Scene, setScene } from './testing/scene.ts';

const GROUP = '120363000000000001@g.us';
const FILE = Buffer.alloc(50_000, 'pixels');

describe('media and groups', () => {
  let scene: Scene;
  const acknowledged = (id: string) =>
    scene.company.until(`ack of ${id}`, () => scene.company.acks.some(ack => ack.id === id));

  beforeAll(async () => {
    scene = await setScene();
    await scene.simulator.post('/groups', { id: GROUP, subject: 'Friends', members: [ANA, BOB, PHONE] });
  });
  afterAll(() => scene.end());

  it('brings an image of the contact', async () => {
    const media = {
      kind: 'image',
      base64: FILE.toString('base64'),
      mimetype: 'image/png',
      caption: 'Broken',
    };
    const id = await scene.simulator.write(ANA, { to: PHONE, media });
    const received = await scene.company.received(id);
    expect(received.message?.imageMessage).toMatchObject({ caption: 'Broken', mimetype: 'image/png' });
    expect(await downloadMediaMessage(received, 'buffer', {})).toEqual(FILE);
  });

  it('tells how large a picture is before it is fetched, as phones do', async () => {
    const create = { width: 90, height: 160, channels: 3, background: '#933' } as const;
    const picture = await sharp({ create }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const media = { kind: 'image', base64: picture.toString('base64'), mimetype: 'image/jpeg' };
    const { message } = await scene.company.received(await scene.simulator.write(ANA, { to: PHONE, media }));
    expect(message?.imageMessage).toMatchObject({ width: 160, height: 90 });
  });

  it('shows a document of the company, uploaded over https', async () => {
    const id = await scene.company.send(ANA_LID, {
      document: FILE,
      mimetype: 'application/pdf',
      fileName: 'invoice.pdf',
    });
    await acknowledged(id);
    const [shown] = (await scene.simulator.shown(ANA, PHONE)).filter(each => each.id === id);
    expect(shown).toMatchObject({ type: 'document', media: { fileName: 'invoice.pdf', size: FILE.length } });
    const file = await fetch(`${scene.simulator.url}${shown?.media?.path}`);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(FILE);
  });

  it('carries group messages both ways', async () => {
    const first = await scene.simulator.write(BOB, { group: GROUP, text: 'Hello group' });
    const second = await scene.simulator.write(BOB, { group: GROUP, text: 'Hello again' });
    expect(await scene.company.received(first)).toMatchObject({
      key: { remoteJid: GROUP },
      message: { conversation: 'Hello group' },
    });
    expect(await scene.company.received(second)).toMatchObject({
      key: { participantAlt: `${BOB}@s.whatsapp.net` },
    });
    expect(await scene.simulator.shown(ANA, GROUP)).toMatchObject([
      { from: BOB, text: 'Hello group' },
      { text: 'Hello again' },
    ]);

    for (const text of ['Hi all', 'Same sender key']) {
      const id = await scene.company.send(GROUP, { text });
      await acknowledged(id);
      for (const member of [ANA, BOB]) {
        const shown = (await scene.simulator.shown(member, GROUP)).filter(each => each.id === id);
        expect(shown).toMatchObject([{ text, group: GROUP, from: PHONE, status: 'delivered' }]);
      }
      await scene.company.membersReached(id, 2);
    }
  });
});
