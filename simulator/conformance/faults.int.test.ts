import { downloadMediaMessage } from '@whiskeysockets/baileys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANA, ANA_LID, PHONE, type Scene, setScene } from '../testing/scene.ts';

describe('faults on demand', () => {
  let scene: Scene;
  const faults = (body: object) => scene.simulator.post('/faults', body);
  const write = (text: string) => scene.simulator.write(ANA, { to: PHONE, text });
  const ackOf = async (id: string) => {
    await scene.company.until(`ack of ${id}`, () => scene.company.acks.some(ack => ack.id === id));
    return scene.company.acks.find(ack => ack.id === id);
  };
  const onScreen = async (id: string) =>
    (await scene.simulator.shown(ANA, PHONE)).filter(each => each.id === id);

  beforeAll(async () => {
    scene = await setScene();
  });
  afterAll(() => scene.end());

  it('drop an acknowledgement: the message is shown, its resend is acknowledged and shown once', async () => {
    await faults({ dropNextAcks: 1 });
    const messageId = '3EB0AAAAAAAAAAAAAA01';
    await scene.company.send(ANA_LID, { text: 'Once' }, { messageId });
    await scene.company.status(messageId, 3);
    expect(scene.company.acks.some(ack => ack.id === messageId)).toBe(false);
    await scene.company.send(ANA_LID, { text: 'Once' }, { messageId });
    expect(await ackOf(messageId)).toMatchObject({ error: undefined });
    expect(await onScreen(messageId)).toHaveLength(1);
  });

  it.each(['421', '463', '479'])('refuse one message with %s and take the next', async code => {
    await faults({ ackError: code, ackErrorTimes: 1 });
    const refused = await scene.company.send(ANA_LID, { text: `Refused with ${code}` });
    expect(await ackOf(refused)).toMatchObject({ error: code });
    await scene.company.status(refused, 0);
    expect(await onScreen(refused)).toEqual([]);
    const taken = await scene.company.send(ANA_LID, { text: 'Taken' });
    expect(await ackOf(taken)).toMatchObject({ error: undefined });
  });

  it('deliver twice: the library sees one readable message, and the queue empties', async () => {
    await faults({ duplicateNext: 1 });
    const id = await write('Twice');
    await scene.company.received(id);
    await scene.simulator.untilQueueEmpty();
    expect(scene.company.messages.filter(each => each.key.id === id && each.message)).toHaveLength(1);
    expect(await scene.simulator.get('/stats')).toMatchObject({ queued: 0 });
  });

  it('reorder: what was written last comes first, and all is readable', async () => {
    await faults({ reorderNext: 3 });
    const ids = [await write('A'), await write('B'), await write('C')];
    for (const id of ids) await scene.company.received(id);
    const order = scene.company.messages.map(each => each.key.id).filter(id => ids.includes(id ?? ''));
    expect(order).toEqual(ids.toReversed());
  });

  it('damage: a placeholder comes first, the readable message after the retry', async () => {
    await faults({ corruptNext: 1 });
    const id = await write('Damaged');
    expect((await scene.company.received(id)).message?.conversation).toBe('Damaged');
    const [placeholder] = scene.company.messages.filter(each => each.key.id === id);
    expect(placeholder?.messageStubType).toBeTruthy();
    await scene.simulator.untilQueueEmpty();
  });

  it('fail to decrypt on the phone: the company is asked again and shown once', async () => {
    await faults({ cannotDecryptNext: 2 });
    const id = await scene.company.send(ANA_LID, { text: 'Third time' });
    await scene.company.status(id, 3);
    expect(await onScreen(id)).toMatchObject([{ text: 'Third time' }]);
  });

  it('fail media once: the download fails, the next succeeds', async () => {
    const base64 = Buffer.alloc(5_000, 'x').toString('base64');
    const media = { kind: 'document', base64, mimetype: 'text/plain', fileName: 'x.txt' };
    const message = await scene.company.received(await scene.simulator.write(ANA, { to: PHONE, media }));
    await faults({ failNextMedia: 1, mediaDelayMs: 20 });
    await expect(downloadMediaMessage(message, 'buffer', {})).rejects.toThrow();
    expect((await downloadMediaMessage(message, 'buffer', {})).length).toBe(5_000);
    await faults({ failNextMedia: 1 });
    const document = { document: Buffer.from('upload'), mimetype: 'text/plain', fileName: 'y.txt' };
    await expect(scene.company.send(ANA_LID, document)).rejects.toThrow();
    expect(await ackOf(await scene.company.send(ANA_LID, document))).toMatchObject({ error: undefined });
    await faults({ mediaDelayMs: 0 });
  });

  it('delay: everything comes late and complete', async () => {
    await faults({ delayMs: 30 });
    await scene.company.received(await write('Late'));
    await faults({ delayMs: 0 });
  });
});

describe('closing on demand', () => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await setScene();
  });
  afterAll(() => scene.end());

  it.each([401, 403, 408, 411, 440, 500, 503, 515])('ends the connection with %i', async code => {
    const closed = scene.company.closed();
    await scene.simulator.post('/faults', { closeWith: code });
    expect(await closed).toBe(code);
    await scene.company.login();
  });

  it('cuts the line, which the library calls 428', async () => {
    const closed = scene.company.closed();
    await scene.simulator.post('/faults', { closeWith: 'cut' });
    expect(await closed).toBe(428);
    await scene.company.login();
  });

  it.each([401, 403, 411, 503])('refuses the login with %i until it is told to stop', async reason => {
    const closed = scene.company.closed();
    await scene.simulator.post('/faults', { closeWith: 503, refuseLogin: reason });
    await closed;
    scene.company.connect();
    expect(await scene.company.closed()).toBe(reason);
    await scene.simulator.post('/faults', { refuseLogin: null });
    await scene.company.login();
  });

  it('goes silent: a question gets no answer, and the line stays open', async () => {
    await scene.simulator.post('/faults', { silent: true });
    await expect(scene.company.socket.profilePictureUrl(ANA_LID, 'image', 200)).rejects.toThrow('Timed Out');
    expect(scene.company.socket.ws.isOpen).toBe(true);
    await scene.simulator.post('/faults', { silent: false });
    const closed = scene.company.closed();
    await scene.simulator.post('/faults', { closeWith: 'cut' });
    await closed;
    await scene.company.login();
  });
});
