import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANA, ANA_LID, BOB, PHONE, type Scene, setScene } from '../testing/scene.ts';

const READ = 4;
const GROUP = '120363000000000004@g.us';

describe("what the owner does on the company's own phone", () => {
  let scene: Scene;
  const write = async (body: object) => {
    const { id } = await scene.simulator.post<{ id: string }>(`/phones/${PHONE}/messages`, {
      to: ANA,
      ...body,
    });
    return id;
  };
  const onAnasPhone = async (id: string) =>
    (await scene.simulator.shown(ANA, PHONE)).find(each => each.id === id);

  beforeAll(async () => {
    scene = await setScene();
    await scene.simulator.post('/groups', { id: GROUP, subject: 'Friends', members: [ANA, BOB, PHONE] });
  });
  afterAll(() => scene.end());

  it('reaches the contact and comes to the company as its own', async () => {
    const id = await write({ text: 'By phone' });
    expect(await scene.company.received(id)).toMatchObject({
      key: { fromMe: true, remoteJid: ANA_LID, remoteJidAlt: `${ANA}@s.whatsapp.net` },
      message: { conversation: 'By phone' },
      pushName: 'Acme',
    });
    expect(await onAnasPhone(id)).toMatchObject({ text: 'By phone', fromMe: false });
  });

  it('may be a file, an answer, a reaction, an edit, a revoke', async () => {
    const question = await scene.simulator.write(ANA, { to: PHONE, text: 'Open?' });
    const answer = await write({ text: 'Yess', quoted: question });
    expect((await scene.company.received(answer)).message?.extendedTextMessage?.contextInfo).toMatchObject({
      stanzaId: question,
    });
    await write({ edit: { id: answer, text: 'Yes' } });
    await scene.company.until('the edit', () =>
      scene.company.updates.some(each => each.id === answer && 'message' in each.update),
    );
    expect(await onAnasPhone(answer)).toMatchObject({ text: 'Yes', edited: true });
    const reaction = await write({ reaction: { id: question, emoji: '👋' } });
    expect((await scene.company.received(reaction)).message?.reactionMessage).toMatchObject({
      text: '👋',
      key: { id: question, fromMe: false },
    });
    const base64 = Buffer.from('a page').toString('base64');
    const file = await write({
      media: { kind: 'document', base64, mimetype: 'text/plain', fileName: 'a.txt' },
    });
    expect((await scene.company.received(file)).message?.documentMessage).toMatchObject({
      fileName: 'a.txt',
    });
    await write({ revoke: file });
    await scene.company.until('the revoke', () =>
      scene.company.updates.some(each => each.id === file && 'messageStubType' in each.update),
    );
    expect(await onAnasPhone(file)).toMatchObject({ revoked: true });
  });

  it('goes to groups', async () => {
    const id = await write({ to: undefined, group: GROUP, text: 'To all' });
    expect(await scene.company.received(id)).toMatchObject({
      key: { remoteJid: GROUP, fromMe: true },
      message: { conversation: 'To all' },
    });
    expect((await scene.simulator.shown(BOB, GROUP)).at(-1)).toMatchObject({ text: 'To all', from: PHONE });
  });

  it('marks as read what is opened there, for the contact and for the company', async () => {
    const id = await scene.simulator.write(ANA, { to: PHONE, text: 'Read it on the phone' });
    await scene.company.received(id);
    const { read } = await scene.simulator.post<{ read: string[] }>(`/phones/${PHONE}/read`, { with: ANA });
    expect(read).toContain(id);
    await scene.company.told('messages.update', updates =>
      updates.some(
        ({ key, update }) =>
          key.id === id && !key.fromMe && key.remoteJid === ANA_LID && update.status === READ,
      ),
    );
    expect(await onAnasPhone(id)).toMatchObject({ status: 'read' });
    await scene.simulator.untilQueueEmpty();
  });

  it('shows beside what the company sends and receives', async () => {
    const sent = await scene.company.send(ANA_LID, { text: 'By computer' });
    await scene.company.status(sent, 3);
    const texts = (await scene.simulator.shown(PHONE, ANA)).map(each => each.text);
    expect(texts).toEqual(expect.arrayContaining(['By phone', 'Open?', 'Yes', 'By computer']));
  });
});
