import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANA, ANA_LID, BOB, PHONE, type Scene, setScene } from '../testing/scene.ts';

const ANA_PN = `${ANA}@s.whatsapp.net`;
const BOB_PN = `${BOB}@s.whatsapp.net`;

describe('numbers and LIDs', () => {
  let scene: Scene;
  const address = (number: string, addressing: 'lid' | 'pn') =>
    scene.simulator.put(`/contacts/${number}/policy`, { addressing });
  const receive = async (number: string, text: string) =>
    scene.company.received(await scene.simulator.write(number, { to: PHONE, text }));
  const understood = (number: string, text: string) =>
    scene.simulator.untilShown(number, PHONE, all => all.some(each => each.text === text));

  beforeAll(async () => {
    scene = await setScene();
  });
  afterAll(() => scene.end());

  it('name a contact by number with the LID beside it, and the other way round', async () => {
    await address(ANA, 'pn');
    expect((await receive(ANA, 'By number')).key).toMatchObject({ remoteJid: ANA_PN, remoteJidAlt: ANA_LID });
    await address(ANA, 'lid');
    expect((await receive(ANA, 'By LID')).key).toMatchObject({ remoteJid: ANA_LID, remoteJidAlt: ANA_PN });
  });

  it('keep one ratchet when a chat changes from one to the other', async () => {
    for (const addressing of ['pn', 'lid', 'pn', 'lid'] as const) {
      await address(ANA, addressing);
      await receive(ANA, `In as ${addressing}`);
      await scene.company.send(ANA_PN, { text: `Out to the number, ${addressing}` });
      await understood(ANA, `Out to the number, ${addressing}`);
      await scene.company.send(ANA_LID, { text: `Out to the LID, ${addressing}` });
      await understood(ANA, `Out to the LID, ${addressing}`);
    }
    expect(await scene.simulator.get('/stats')).toMatchObject({ undecryptable: 0, retriesAsked: 0 });
  });

  it('name receipts as the chat is named', async () => {
    await scene.simulator.put(`/contacts/${BOB}/policy`, { addressing: 'pn', deliver: false });
    const id = await scene.company.send(BOB_PN, { text: 'First contact' });
    await understood(BOB, 'First contact');
    // Until the library has told of the message itself, it keeps what comes for it to itself.
    await scene.company.received(id);
    await scene.simulator.put(`/contacts/${BOB}/policy`, { deliver: true });
    await scene.company.told(
      'messages.update',
      ([each]) => each?.key.id === id && each.key.remoteJid === BOB_PN,
    );
  });

  it('copy what the owner writes on the phone under the name the chat has', async () => {
    const { id } = await scene.simulator.post<{ id: string }>(`/phones/${PHONE}/messages`, {
      to: BOB,
      text: 'From the phone',
    });
    expect((await scene.company.received(id)).key).toMatchObject({ fromMe: true, remoteJid: BOB_PN });
  });

  it('are matched by the phone when it migrates its chats', async () => {
    const { lidMapping } = scene.company.socket.signalRepository;
    await scene.simulator.post(`/phones/${PHONE}/lid-mappings`, {});
    await scene.company.until('the mappings', () =>
      scene.company.messages.some(each => each.message?.protocolMessage?.lidMigrationMappingSyncMessage),
    );
    expect(await lidMapping.getPNForLID(ANA_LID)).toContain(ANA);
    await address(BOB, 'lid');
    await receive(BOB, 'After the migration');
  });
});
