import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestCompanion } from '../testing/companion.ts';
import { ANA, ANA_LID, BOB, PHONE, type Scene, setScene } from '../testing/scene.ts';

const GROUP = '120363000000000008@g.us';

describe('history for a new device', () => {
  let scene: Scene;
  let second: TestCompanion;
  let sent: string;

  beforeAll(async () => {
    scene = await setScene();
    await scene.simulator.post('/groups', { id: GROUP, subject: 'Friends', members: [ANA, BOB, PHONE] });
    for (let count = 1; count <= 60; count += 1) {
      await scene.simulator.write(ANA, { to: PHONE, text: `Old ${count}` });
    }
    await scene.simulator.write(BOB, { group: GROUP, text: 'In the group' });
    sent = await scene.company.send(ANA_LID, { text: 'Our answer' });
    await scene.company.status(sent, 3);
    second = new TestCompanion(scene.simulator, await scene.simulator.info());
    await second.pair(PHONE);
  });
  afterAll(async () => {
    await second.disconnect();
    await scene.end();
  });

  it('brings names, chats and their newest messages', async () => {
    const { contacts, chats, messages } = await second.told(
      'messaging-history.set',
      ({ chats }) => chats.length > 0,
    );
    expect(chats.map(({ id }) => id).sort()).toEqual([ANA_LID, GROUP].sort());
    expect(contacts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: ANA_LID, name: 'Ana', phoneNumber: `${ANA}@s.whatsapp.net` }),
      ]),
    );
    const texts = messages.map(each => each.message?.conversation ?? each.message?.extendedTextMessage?.text);
    expect(texts).toEqual(expect.arrayContaining(['Old 60', 'In the group', 'Our answer']));
    expect(texts).not.toContain('Old 1');
    expect(messages.find(each => each.key.id === sent)?.key).toMatchObject({
      remoteJid: ANA_LID,
      fromMe: true,
    });
  });

  it('brings older messages when asked', async () => {
    const { messages } = await second.told('messaging-history.set', ({ chats }) => chats.length > 0);
    const oldest = messages.filter(each => each.key.remoteJid === ANA_LID).at(-1);
    if (!oldest) throw new Error('no history');
    const before = (await scene.simulator.shown(PHONE, ANA)).find(each => each.id === oldest.key.id);
    await second.socket.fetchMessageHistory(5, oldest.key, Number(before?.at));
    const older = await second.told('messaging-history.set', ({ syncType }) => syncType === 6);
    expect(older.messages).toHaveLength(5);
  });

  it('is sent once', async () => {
    const closed = second.closed();
    await scene.simulator.post('/faults', { closeWith: 503 });
    await closed;
    const { length } = second.events.of('messaging-history.set');
    await second.login();
    await second.received(await scene.simulator.write(ANA, { to: PHONE, text: 'New' }));
    expect(second.events.of('messaging-history.set')).toHaveLength(length);
  });
});
