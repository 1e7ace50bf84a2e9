import { describe, expect, it } from 'vitest';
import { compose } from './admin/compose.ts';
import * as schemas from './admin/schemas.ts';
import { readMessage } from './message-content.ts';
import type { ShownMessage } from './state/history.ts';

const shown: ShownMessage = {
  owner: '5511988887777',
  chat: '5511999990000',
  id: 'M1',
  fromMe: true,
  sender: '5511988887777',
  type: 'text',
  text: 'Open today?',
  content: {},
  at: 0,
  status: 'sent',
  edited: false,
  revoked: false,
  played: false,
  reactions: [],
};
const composition = { chatJid: '9@lid', target: { shown, authorJid: '1@lid', message: undefined } };
const written = (body: object) =>
  readMessage(compose(schemas.message.parse({ to: '5511999990000', ...body }), composition));

describe('what one phone composes, another reads', () => {
  it('as a quoting text', () => {
    const reading = { kind: 'show', type: 'text', text: 'Yes', content: { quoted: 'M1' } };
    expect(written({ text: 'Yes', quoted: 'M1' })).toEqual(reading);
  });

  it('as a reaction, and an empty one to take it back', () => {
    expect(written({ reaction: { id: 'M1', emoji: '👍' } })).toEqual({
      kind: 'react',
      target: 'M1',
      emoji: '👍',
    });
    expect(written({ reaction: { id: 'M1', emoji: '' } })).toEqual({
      kind: 'react',
      target: 'M1',
      emoji: '',
    });
  });

  it('as an edit and a revoke', () => {
    expect(written({ edit: { id: 'M1', text: 'New' } })).toEqual({ kind: 'edit', target: 'M1', text: 'New' });
    expect(written({ revoke: 'M1' })).toEqual({ kind: 'revoke', target: 'M1' });
  });

  it('as a place and a contact card', () => {
    expect(written({ location: { latitude: -23.5, longitude: -46.6, name: 'Shop' } })).toMatchObject({
      type: 'location',
      content: { location: { latitude: -23.5, longitude: -46.6, name: 'Shop' } },
    });
    expect(written({ vcard: { name: 'Bob', vcard: 'BEGIN:VCARD' } })).toMatchObject({
      type: 'vcard',
      text: 'Bob',
      content: { vcard: 'BEGIN:VCARD' },
    });
  });

  it('as nothing, when it is none of these', () => {
    expect(readMessage({ senderKeyDistributionMessage: {} })).toEqual({ kind: 'nothing' });
  });
});

describe('the body of a message', () => {
  it('has one content and one destination', () => {
    expect(schemas.message.safeParse({ to: '5511999990000' }).success).toBe(false);
    expect(schemas.message.safeParse({ text: 'x' }).success).toBe(false);
    expect(schemas.message.safeParse({ to: '5511999990000', text: 'x', revoke: 'M1' }).success).toBe(false);
    expect(schemas.message.safeParse({ to: '+55 11 99999-0000', text: 'x' }).data?.to).toBe('5511999990000');
  });

  it('as several cards, and as a poll', () => {
    const vcards = [
      { name: 'Bob', vcard: 'B' },
      { name: 'Eve', vcard: 'E' },
    ];
    expect(written({ vcards })).toMatchObject({ kind: 'show', type: 'vcards', content: { vcards } });
    expect(written({ poll: { name: 'When?', options: ['Now', 'Later'] } })).toMatchObject({
      ...{ kind: 'show', type: 'poll', text: 'When?' },
      content: { poll: { options: ['Now', 'Later'], selectable: 1 } },
    });
  });

  it('refuses two contents at once, or none', () => {
    expect(() => written({ text: 'a', revoke: 'M1' })).toThrow('exactly one');
    expect(() => written({ quoted: 'M1' })).toThrow('exactly one');
  });
});
