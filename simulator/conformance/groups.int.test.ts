import { WAMessageStubType } from '@whiskeysockets/baileys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestCompanion } from '../testing/companion.ts';
import { ANA, ANA_LID, BOB, PHONE, type Scene, setScene } from '../testing/scene.ts';

const GROUP = '120363000000000005@g.us';
const OTHER = '5511955554444';
const CLARA = '5511966665555';

describe('groups', () => {
  let scene: Scene;
  let other: TestCompanion;
  const change = (body: object) => scene.simulator.post(`/groups/${GROUP}/changes`, { by: ANA, ...body });
  const participants = (action: string, number: string) =>
    scene.company.told(
      'group-participants.update',
      each =>
        each.action === action &&
        each.participants.some(one => one.phoneNumber === `${number}@s.whatsapp.net`),
    );
  const understood = async (by: string, text: string) => {
    const id = await scene.simulator.write(by, { group: GROUP, text });
    expect((await scene.company.received(id)).message?.conversation).toBe(text);
    return id;
  };
  const bringsSenderKey = async (id: string) =>
    Boolean((await scene.company.received(id)).message?.senderKeyDistributionMessage);
  const sendsTo = async (member: string, text: string) => {
    await scene.company.send(GROUP, { text });
    await scene.simulator.untilShown(member, GROUP, all => all.some(each => each.text === text));
  };

  beforeAll(async () => {
    scene = await setScene();
    await scene.simulator.post('/contacts', { number: CLARA, name: 'Clara' });
    await scene.simulator.post('/phones', { number: OTHER, name: 'Other' });
    other = new TestCompanion(scene.simulator, await scene.simulator.info());
    await other.pair(OTHER);
  });
  afterAll(async () => {
    await other.disconnect();
    await scene.end();
  });

  it('are announced when a contact makes them', async () => {
    await scene.simulator.post('/groups', { id: GROUP, subject: 'Friends', members: [ANA, BOB, PHONE] });
    const [made] = await scene.company.told('groups.upsert', ([each]) => each?.id === GROUP);
    expect(made).toMatchObject({ subject: 'Friends', owner: ANA_LID, author: ANA_LID });
    expect(made?.participants.map(each => each.phoneNumber)).toEqual(
      [ANA, BOB, PHONE].map(number => `${number}@s.whatsapp.net`),
    );
    await scene.company.until('the notice', () =>
      scene.company.messages.some(each => each.messageStubType === WAMessageStubType.GROUP_CREATE),
    );
  });

  it('tell of a new subject, description and settings', async () => {
    await change({ action: 'subject', subject: 'Best friends' });
    await scene.company.told('groups.update', ([each]) => each?.subject === 'Best friends');
    await change({ action: 'description', description: 'Only friends' });
    await scene.company.told('groups.update', ([each]) => each?.desc === 'Only friends');
    await change({ action: 'announcement' });
    await scene.company.told('groups.update', ([each]) => each?.announce === true);
    expect(await scene.company.socket.groupMetadata(GROUP)).toMatchObject({
      subject: 'Best friends',
      desc: 'Only friends',
      announce: true,
    });
    await change({ action: 'not_announcement' });
  });

  it('tell of members who come, rise, fall and go, and are understood all the while', async () => {
    await understood(BOB, 'Before');
    await sendsTo(BOB, 'From the company');
    await change({ action: 'add', members: [CLARA] });
    await participants('add', CLARA);
    await sendsTo(CLARA, 'Hello Clara');
    await understood(CLARA, 'Hello company');
    await change({ action: 'promote', members: [CLARA] });
    await participants('promote', CLARA);
    await change({ action: 'demote', members: [CLARA] });
    await participants('demote', CLARA);
    await change({ action: 'remove', members: [CLARA] });
    await participants('remove', CLARA);
    expect(await bringsSenderKey(await understood(BOB, 'With a new sender key'))).toBe(true);
    expect(await bringsSenderKey(await understood(BOB, 'And with the same'))).toBe(false);
    await scene.company.send(GROUP, { text: 'Without Clara' });
    await understood(ANA, 'Also with a new one');
    expect((await scene.simulator.shown(CLARA, GROUP)).map(each => each.text)).not.toContain('Without Clara');
    await change({ by: BOB, action: 'leave' });
    await participants('remove', BOB);
    await change({ by: BOB, action: 'join' });
    await participants('add', BOB);
    await understood(BOB, 'Back again');
  });

  it('let a second company in, which reads what comes after', async () => {
    await understood(ANA, 'Not for the other');
    await change({ action: 'add', members: [OTHER] });
    await other.told('group-participants.update', each => each.id === GROUP && each.action === 'add');
    const id = await understood(ANA, 'For both');
    expect((await other.received(id)).message?.conversation).toBe('For both');
    const answer = await scene.company.send(GROUP, { text: 'Welcome' });
    expect((await other.received(answer)).message?.extendedTextMessage?.text).toBe('Welcome');
    expect(other.messages.some(each => each.message?.conversation === 'Not for the other')).toBe(false);
  });

  it('are made and run by the company', async () => {
    const { socket } = scene.company;
    const made = await socket.groupCreate('Customers', [ANA_LID]);
    expect(made).toMatchObject({ subject: 'Customers' });
    await scene.company.told('groups.upsert', ([each]) => each?.id === made.id);
    expect(Object.keys(await socket.groupFetchAllParticipating())).toContain(made.id);
    const added = await socket.groupParticipantsUpdate(made.id, [`${BOB}@s.whatsapp.net`], 'add');
    expect(added).toMatchObject([{ status: '200' }]);
    await socket.groupUpdateSubject(made.id, 'Good customers');
    await scene.company.told('groups.update', ([each]) => each?.subject === 'Good customers');
    await socket.groupUpdateDescription(made.id, 'Ask here');
    await socket.groupParticipantsUpdate(made.id, [ANA_LID], 'promote');
    await socket.groupParticipantsUpdate(made.id, [ANA_LID], 'demote');
    await socket.groupSettingUpdate(made.id, 'announcement');
    expect(await socket.groupMetadata(made.id)).toMatchObject({ desc: 'Ask here', announce: true, size: 3 });
    await socket.groupParticipantsUpdate(made.id, [ANA_LID], 'remove');
    const code = await socket.groupInviteCode(made.id);
    expect((await socket.groupGetInviteInfo(code ?? '')).id).toBe(made.id);
    expect(await other.socket.groupAcceptInvite(code ?? '')).toBe(made.id);
    const renewed = await socket.groupRevokeInvite(made.id);
    expect(renewed).not.toBe(code);
    await expect(other.socket.groupAcceptInvite(code ?? '')).rejects.toThrow('not-acceptable');
    await socket.groupLeave(made.id);
    await expect(socket.groupMetadata(made.id)).rejects.toThrow('forbidden');
    const id = await scene.company.send(made.id, { text: 'Still here?' }).catch(error => String(error));
    expect(id).toContain('forbidden');
  });

  it('may be changed by their admins only', async () => {
    await expect(scene.company.socket.groupUpdateSubject(GROUP, 'Mine')).rejects.toThrow('forbidden');
  });
});
