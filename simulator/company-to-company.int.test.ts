import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestCompanion } from './testing/companion.ts';
import { PHONE, type Scene, setScene } from './testing/scene.ts';

const OTHER = '5511955554444';

describe('two companies', () => {
  let scene: Scene;
  let second: TestCompanion;
  let other: TestCompanion;

  beforeAll(async () => {
    scene = await setScene();
    await scene.simulator.post('/phones', { number: OTHER, name: 'Other' });
    const info = await scene.simulator.info();
    second = new TestCompanion(scene.simulator, info);
    other = new TestCompanion(scene.simulator, info);
    await second.pair(PHONE);
    await other.pair(OTHER);
  });
  afterAll(async () => {
    await second.disconnect();
    await other.disconnect();
    await scene.end();
  });

  it('write to each other, and every device of an account sees it', async () => {
    const question = await scene.company.send(`${OTHER}@s.whatsapp.net`, { text: 'Do you deliver?' });
    const received = await other.received(question);
    expect(received.key).toMatchObject({ fromMe: false, remoteJidAlt: `${PHONE}@s.whatsapp.net` });
    const copy = await second.received(question);
    expect(copy.key).toMatchObject({ fromMe: true, remoteJidAlt: `${OTHER}@s.whatsapp.net` });

    const answer = await other.send(received.key.remoteJid ?? '', { text: 'We do' });
    await scene.company.received(answer);
    await second.received(answer);
    await other.socket.readMessages([received.key]);
    await scene.company.status(question, 4);
    await scene.simulator.untilQueueEmpty();
  });
});
