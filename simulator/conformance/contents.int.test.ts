import { downloadMediaMessage, type WAMessage } from '@whiskeysockets/baileys';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANA, ANA_LID, PHONE, type Scene, setScene } from '../testing/scene.ts';

const FILE = Buffer.alloc(20_000, 'a voice or a page');
const card = (name: string) => ({ name, vcard: `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nEND:VCARD` });

describe('every kind of message', () => {
  let scene: Scene;
  const receive = async (body: object): Promise<WAMessage> =>
    scene.company.received(await scene.simulator.write(ANA, { to: PHONE, ...body }));
  const media = (kind: string, mimetype: string, more: object = {}) => ({
    media: { kind, mimetype, base64: FILE.toString('base64'), ...more },
  });
  const shown = async (id: string) => {
    await scene.company.until(`ack of ${id}`, () => scene.company.acks.some(ack => ack.id === id));
    return (await scene.simulator.shown(ANA, PHONE)).filter(each => each.id === id);
  };

  beforeAll(async () => {
    scene = await setScene();
  });
  afterAll(() => scene.end());

  it('comes from a contact: voice note, video, document, sticker', async () => {
    const voice = await receive(media('audio', 'audio/ogg; codecs=opus', { voice: true, seconds: 7 }));
    expect(voice.message?.audioMessage).toMatchObject({ ptt: true, seconds: 7 });
    expect(await downloadMediaMessage(voice, 'buffer', {})).toEqual(FILE);
    const video = await receive(media('video', 'video/mp4', { caption: 'Look' }));
    expect(video.message?.videoMessage).toMatchObject({ caption: 'Look', mimetype: 'video/mp4' });
    const document = await receive(media('document', 'application/pdf', { fileName: 'bill.pdf' }));
    expect(document.message?.documentMessage).toMatchObject({ fileName: 'bill.pdf' });
    expect(await downloadMediaMessage(document, 'buffer', {})).toEqual(FILE);
    expect((await receive(media('sticker', 'image/webp'))).message?.stickerMessage).toMatchObject({
      mimetype: 'image/webp',
    });
  });

  it('comes from a contact: place, contact cards, poll', async () => {
    const place = { latitude: -23.5, longitude: -46.6, name: 'Shop' };
    expect((await receive({ location: place })).message?.locationMessage).toMatchObject({
      degreesLatitude: -23.5,
      degreesLongitude: -46.6,
      name: 'Shop',
    });
    expect((await receive({ vcard: card('Bob') })).message?.contactMessage).toMatchObject({
      displayName: 'Bob',
    });
    const cards = await receive({ vcards: [card('Bob'), card('Eve')] });
    expect(cards.message?.contactsArrayMessage?.contacts?.map(each => each.displayName)).toEqual([
      'Bob',
      'Eve',
    ]);
    const poll = await receive({ poll: { name: 'When?', options: ['Today', 'Tomorrow'] } });
    expect(poll.message?.pollCreationMessageV3).toMatchObject({ name: 'When?', selectableOptionsCount: 1 });
  });

  it('keeps from linked devices what a contact shows only once', async () => {
    const image = media('image', 'image/jpeg', { viewOnce: true });
    const id = await scene.simulator.write(ANA, { to: PHONE, ...image });
    await scene.company.until('the notice', () => scene.company.messages.some(each => each.key.id === id));
    const notice = scene.company.messages.find(each => each.key.id === id);
    expect(notice?.key.isViewOnce).toBe(true);
    expect(notice?.message).toBeFalsy();
    await scene.simulator.untilShown(ANA, PHONE, all =>
      all.some(each => each.id === id && each.status === 'delivered'),
    );
    await scene.simulator.untilQueueEmpty();
  });

  it('goes to a contact: image, voice note, sticker, place, cards, poll, view once', async () => {
    const { company } = scene;
    const image = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#933' } })
      .png()
      .toBuffer();
    expect(await shown(await company.send(ANA_LID, { image, caption: 'New' }))).toMatchObject([
      { type: 'image', text: 'New' },
    ]);
    const voice = await company.send(ANA_LID, {
      audio: FILE,
      ptt: true,
      seconds: 3,
      mimetype: 'audio/ogg; codecs=opus',
    });
    expect(await shown(voice)).toMatchObject([{ type: 'audio', media: { voice: true, seconds: 3 } }]);
    expect(await shown(await company.send(ANA_LID, { sticker: image }))).toMatchObject([{ type: 'sticker' }]);
    const location = { degreesLatitude: 1.5, degreesLongitude: 2.5, name: 'Here' };
    expect(await shown(await company.send(ANA_LID, { location }))).toMatchObject([
      { type: 'location', location: { latitude: 1.5, longitude: 2.5, name: 'Here' } },
    ]);
    const contacts = [card('Bob'), card('Eve')].map(({ name, vcard }) => ({ displayName: name, vcard }));
    const cards = await company.send(ANA_LID, { contacts: { displayName: 'Two', contacts } });
    expect(await shown(cards)).toMatchObject([{ type: 'vcards', vcards: [card('Bob'), card('Eve')] }]);
    const poll = await company.send(ANA_LID, {
      poll: { name: 'Size?', values: ['S', 'M'], selectableCount: 1 },
    });
    expect(await shown(poll)).toMatchObject([{ type: 'poll', poll: { options: ['S', 'M'], selectable: 1 } }]);
    const once = await company.send(ANA_LID, { image, viewOnce: true });
    expect(await shown(once)).toMatchObject([{ type: 'image', viewOnce: true }]);
  });

  it('is quoted with its content', async () => {
    const id = await company(scene, 'Until six');
    const quote = await receive({ text: 'Fine', quoted: id });
    expect(quote.message?.extendedTextMessage?.contextInfo).toMatchObject({
      stanzaId: id,
      quotedMessage: { extendedTextMessage: { text: 'Until six' } },
    });
  });

  it('is reacted to, and the reaction taken back', async () => {
    const target = await company(scene, 'Thank you');
    for (const emoji of ['🎉', '']) {
      const id = await scene.simulator.write(ANA, { to: PHONE, reaction: { id: target, emoji } });
      await scene.company.received(id);
      await scene.company.told(
        'messages.reaction',
        ([each]) => each?.key.id === target && each.reaction.text === emoji,
      );
    }
    expect((await scene.simulator.shown(ANA, PHONE)).find(each => each.id === target)?.reactions).toEqual([]);
  });

  it('tells who listened to a voice note', async () => {
    const audio = { audio: FILE, ptt: true, mimetype: 'audio/ogg; codecs=opus' };
    const id = await scene.company.send(ANA_LID, audio);
    await scene.company.status(id, 3);
    await scene.simulator.post(`/contacts/${ANA}/messages/${id}/play`, { with: PHONE });
    await scene.company.status(id, 5);
    const theirs = await receive(media('audio', 'audio/ogg; codecs=opus', { voice: true }));
    await scene.company.socket.sendReceipt(ANA_LID, undefined, [theirs.key.id ?? ''], 'played');
    await scene.simulator.untilShown(ANA, PHONE, all =>
      all.some(each => each.id === theirs.key.id && each.played === true && each.status === 'read'),
    );
  });
});

async function company({ company, simulator }: Scene, text: string): Promise<string> {
  const id = await company.send(ANA_LID, { text });
  await simulator.untilShown(ANA, PHONE, all => all.some(each => each.id === id));
  return id;
}
