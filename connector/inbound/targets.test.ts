import { describe, expect, it } from 'vitest';
import type { Commands } from '#commands/commands.ts';
import { inboundMessageId } from '#commands/message/inbound-message.ts';
import { memoryPersonKeys } from '#eventstore/person-keys.ts';
import type { Envelope } from './journal-entry.ts';
import type { IndexedMessage } from './message-index.ts';
import { createTargets } from './targets.ts';

const keys = memoryPersonKeys();
const inboundId = (...[company, connection, key]: Parameters<Commands['message']['inboundId']>) =>
  inboundMessageId(keys, company, connection, key);
const chat = '1@lid';
const group = '9@g.us';
const envelope = (change: Partial<Envelope> = {}): Envelope => ({
  ...{ id: 'B', fromMe: false, remoteJid: chat, remoteJidAlt: null, participant: null },
  ...{ participantAlt: null, sentAt: 0, pushName: null, ...change },
});
const known = (change: Partial<IndexedMessage> = {}): IndexedMessage => ({
  ...{ waId: 'A', messageId: 'a', fromMe: false, participant: null },
  chat: [change.participant ? group : chat],
  ...change,
});
const targets = (...index: IndexedMessage[]) =>
  createTargets({
    ...{
      companyId: 'c',
      connectionId: 'k',
      commands: { message: { inboundId } },
      isMe: jid => jid.startsWith('7'),
    },
    find: async ids => index.filter(({ waId }) => ids.includes(waId)),
  });
const idOf = (remoteJid: string, fromMe: boolean, participant: string | null = null) =>
  inboundId('c', 'k', { id: 'A', remoteJid, fromMe, participant });
const target = { id: 'A', own: null, author: null };

describe('the message that another one is about', () => {
  it('is the one that the index knows, on the side that is meant', async () => {
    const { any } = targets(known(), known({ messageId: 'b', fromMe: true }));
    expect(await any(envelope(), { ...target, own: false })).toEqual(['b', 'a']);
    expect(await any(envelope(), { ...target, own: true })).toEqual(['a', 'b']);
  });

  it('is the one of its author, where two members chose the same id', async () => {
    const byBob = known({ participant: '2@lid' });
    const byAna = known({ participant: '3:1@lid', messageId: 'b' });
    const member = envelope({ remoteJid: group, participant: '4@lid' });
    const reaction = { ...target, own: false, author: '3@lid' };
    expect(await targets(byBob, byAna).any(member, reaction)).toEqual(['b', 'a']);
  });

  it('is found before the index knows it, whoever wrote it', async () => {
    const { any, quoted } = targets();
    expect(await any(envelope(), { ...target, own: false })).toEqual([idOf(chat, true)]);
    expect(await any(envelope({ fromMe: true }), { ...target, own: false })).toEqual([idOf(chat, false)]);
    expect(await quoted(envelope(), { ...target, author: '7@lid' })).toEqual({
      id: idOf(chat, true),
      isKnown: false,
    });
    const member = envelope({ remoteJid: group, participant: '2@lid' });
    expect(await any(member, { ...target, own: false })).toEqual([idOf(group, false), idOf(group, true)]);
    const ofBob = idOf(group, false, '3@lid');
    expect(await any(member, { ...target, own: false, author: '3@lid' })).toEqual([ofBob]);
  });

  it('is changed only by who wrote it', async () => {
    expect(await targets(known({ fromMe: true })).own(envelope(), target)).toEqual([]);
    const byBob = known({ participant: '2:5@lid' });
    const from = (participant: string) => envelope({ remoteJid: group, participant });
    expect(await targets(byBob).own(from('3@lid'), target)).toEqual([]);
    expect(await targets(byBob).own(from('2@lid'), target)).toEqual(['a']);
  });

  it('is of the same chat: nobody edits, deletes or reacts to what another contact wrote', async () => {
    const ofBob = targets(known({ chat: ['2@lid', '5511@s.whatsapp.net'] }));
    for (const { own, any, deletable } of [ofBob]) {
      expect(await own(envelope(), target)).not.toContain('a');
      expect(await deletable(envelope(), target)).not.toContain('a');
      expect(await any(envelope(), { ...target, own: false })).not.toContain('a');
    }
    const byNumber = envelope({ remoteJid: '9@lid', remoteJidAlt: '5511@s.whatsapp.net' });
    expect(await ofBob.own(byNumber, target)).toEqual(['a']);
  });

  it('is quoted from the same chat, or from a group', async () => {
    const quote = { ...target, own: false };
    expect(await targets(known({ chat: ['2@lid'] })).quoted(envelope(), quote)).toMatchObject({
      isKnown: false,
    });
    expect(await targets(known({ chat: [group] })).quoted(envelope(), quote)).toEqual({
      id: 'a',
      isKnown: true,
    });
  });

  it('is deleted by who wrote it, and in groups by administrators', async () => {
    const byBob = targets(known({ participant: '2@lid' }));
    const admin = envelope({ remoteJid: group, participant: '3@lid' });
    expect(await byBob.deletable(admin, { ...target, own: false })).toEqual(['a']);
    expect(await byBob.deletable(admin, { ...target, own: true })).toEqual([]);
    expect(await targets(known({ fromMe: true })).deletable(envelope(), target)).toEqual([]);
  });
});
