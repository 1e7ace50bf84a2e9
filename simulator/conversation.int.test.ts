import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANA, ANA_LID, PHONE, type Scene, setScene } from './testing/scene.ts';

describe('a company and a contact', () => {
  let scene: Scene;
  const inChat = async (id: string) =>
    (await scene.simulator.shown(ANA, PHONE)).filter(each => each.id === id);
  const untilTick = (id: string, status: string) =>
    scene.simulator.untilShown(ANA, PHONE, all => all.some(each => each.id === id && each.status === status));
  const acknowledged = (id: string, times = 1) =>
    scene.company.until(
      `ack of ${id}`,
      () => scene.company.acks.filter(ack => ack.id === id).length === times,
    );

  beforeAll(async () => {
    scene = await setScene();
  });
  afterAll(() => scene.end());

  it('asks for a restart after the scan and then opens', async () => {
    expect(scene.pairingCode).toBe(515);
    expect(await scene.simulator.get('/phones')).toMatchObject([{ number: PHONE, connected: true }]);
  });

  it('refuses a QR that nobody shows', async () => {
    await expect(scene.simulator.post(`/phones/${PHONE}/scan`, { qr: '2@x,a,b,c' })).rejects.toThrow(
      'ERR_PAIRING',
    );
  });

  it('brings a text of the contact to the company and ticks it', async () => {
    const id = await scene.simulator.write(ANA, { to: PHONE, text: 'Hello' });
    const received = await scene.company.received(id);
    expect(received.message?.conversation).toBe('Hello');
    expect(received.key).toMatchObject({
      remoteJid: ANA_LID,
      remoteJidAlt: `${ANA}@s.whatsapp.net`,
      fromMe: false,
    });
    await untilTick(id, 'delivered');
    await scene.company.socket.readMessages([received.key]);
    await untilTick(id, 'read');
  });

  it('shows a message of the company once, however often it is sent', async () => {
    const id = await scene.company.send(ANA_LID, { text: 'Good morning' });
    await acknowledged(id);
    await scene.company.send(ANA_LID, { text: 'Good morning' }, { messageId: id });
    await acknowledged(id, 2);
    expect(await inChat(id)).toMatchObject([
      { text: 'Good morning', fromMe: false, from: PHONE, status: 'delivered' },
    ]);
  });

  it('tells the company when the contact opens the chat', async () => {
    const id = await scene.company.send(ANA_LID, { text: 'Read me' });
    await acknowledged(id);
    await scene.simulator.post(`/contacts/${ANA}/read`, { with: PHONE });
    await scene.company.status(id, 4);
  });

  it('delivers what waited when the phone of the contact is switched on', async () => {
    await scene.simulator.put(`/contacts/${ANA}/policy`, { deliver: false });
    const id = await scene.company.send(ANA_LID, { text: 'Are you there?' });
    await acknowledged(id);
    expect(await inChat(id)).toMatchObject([{ status: 'sent' }]);
    await scene.simulator.put(`/contacts/${ANA}/policy`, { deliver: true });
    expect(await inChat(id)).toMatchObject([{ status: 'delivered' }]);
    await scene.company.status(id, 3);
  });

  it('quotes in both directions', async () => {
    const question = await scene.simulator.write(ANA, { to: PHONE, text: 'Open today?' });
    const quoted = await scene.company.received(question);
    const answer = await scene.company.send(ANA_LID, { text: 'Until six' }, { quoted });
    await acknowledged(answer);
    expect(await inChat(answer)).toMatchObject([{ text: 'Until six', quoted: question }]);
    const thanks = await scene.simulator.write(ANA, { to: PHONE, text: 'Thanks', quoted: answer });
    const received = await scene.company.received(thanks);
    expect(received.message?.extendedTextMessage?.contextInfo).toMatchObject({ stanzaId: answer });
  });

  it('reacts in both directions', async () => {
    const theirs = await scene.simulator.write(ANA, { to: PHONE, text: 'It works' });
    const { key } = await scene.company.received(theirs);
    await acknowledged(await scene.company.send(ANA_LID, { react: { text: '👍', key } }));
    expect(await inChat(theirs)).toMatchObject([{ reactions: [{ from: PHONE, emoji: '👍' }] }]);
    const reaction = await scene.simulator.write(ANA, { to: PHONE, reaction: { id: theirs, emoji: '❤️' } });
    const received = await scene.company.received(reaction);
    expect(received.message?.reactionMessage).toMatchObject({ text: '❤️', key: { id: theirs } });
  });

  it('edits and revokes a message of the company', async () => {
    const id = await scene.company.send(ANA_LID, { text: 'Tomorow' });
    await acknowledged(id);
    const key = { remoteJid: ANA_LID, fromMe: true, id };
    await acknowledged(await scene.company.send(ANA_LID, { text: 'Tomorrow', edit: key }));
    expect(await inChat(id)).toMatchObject([{ text: 'Tomorrow', edited: true }]);
    await acknowledged(await scene.company.send(ANA_LID, { delete: key }));
    expect(await inChat(id)).toMatchObject([{ text: '', revoked: true }]);
  });

  it('edits and revokes a message of the contact', async () => {
    const id = await scene.simulator.write(ANA, { to: PHONE, text: 'At nien' });
    await scene.company.received(id);
    await scene.simulator.write(ANA, { to: PHONE, edit: { id, text: 'At nine' } });
    await scene.company.until('edit', () =>
      scene.company.updates.some(each => each.id === id && 'message' in each.update),
    );
    expect(JSON.stringify(scene.company.updates)).toContain('At nine');
    await scene.simulator.write(ANA, { to: PHONE, revoke: id });
    await scene.company.until('revoke', () =>
      scene.company.updates.some(each => each.id === id && 'messageStubType' in each.update),
    );
    expect(await inChat(id)).toMatchObject([{ revoked: true }]);
  });

  it('copies to the company what its owner writes on the phone', async () => {
    const { id } = await scene.simulator.post<{ id: string }>(`/phones/${PHONE}/messages`, {
      to: ANA,
      text: 'By phone',
    });
    const copy = await scene.company.received(id);
    expect(copy).toMatchObject({
      key: { fromMe: true, remoteJid: ANA_LID },
      message: { conversation: 'By phone' },
    });
    expect(await inChat(id)).toMatchObject([{ text: 'By phone', fromMe: false }]);
    await scene.simulator.untilQueueEmpty();
  });

  it('shows each side when the other types', async () => {
    const { socket } = scene.company;
    const typing = new Promise(resolve =>
      socket.ev.on('presence.update', ({ id, presences }) => resolve({ id, presences })),
    );
    await scene.simulator.post(`/contacts/${ANA}/typing`, { to: PHONE, on: true });
    expect(await typing).toEqual({
      id: ANA_LID,
      presences: { [ANA_LID]: { lastKnownPresence: 'composing' } },
    });
    const told = scene.simulator.nextEvent('typing', () => socket.sendPresenceUpdate('composing', ANA_LID));
    expect(await told).toEqual({ type: 'typing', from: PHONE, to: ANA, on: true });
  });

  it('knows who has WhatsApp', async () => {
    const { socket } = scene.company;
    expect(await socket.onWhatsApp(`+${ANA}`)).toMatchObject([
      { exists: true, jid: `${ANA}@s.whatsapp.net` },
    ]);
    expect(await socket.onWhatsApp('+5511900000001')).toEqual([]);
    await scene.simulator.put(`/contacts/${ANA}/policy`, { registered: false });
    expect(await socket.onWhatsApp(`+${ANA}`)).toEqual([]);
    await scene.simulator.put(`/contacts/${ANA}/policy`, { registered: true });
  });

  it('refuses input that makes no sense', async () => {
    await expect(scene.simulator.write(ANA, { to: PHONE })).rejects.toThrow('ERR_VALIDATION');
    await expect(scene.simulator.write('123', { to: PHONE, text: 'x' })).rejects.toThrow('ERR_VALIDATION');
    await expect(scene.simulator.write('5511900000001', { to: PHONE, text: 'x' })).rejects.toThrow(
      'ERR_NOT_FOUND',
    );
  });
});
