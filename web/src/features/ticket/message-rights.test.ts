import { describe, expect, it } from 'vitest';
import type { MessageView } from '#contracts/views.ts';
import { messageOf } from '../../live/testing/messages.ts';
import { ownReaction, rightsOn } from './message-rights.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const minute = 60_000;
const message = (over: Partial<MessageView> = {}): MessageView =>
  messageOf({
    ...{ id: 'm', body: 'Oi', fromMe: true, ack: 1, state: 'sent' },
    createdAt: new Date(now - minute).toISOString(),
    ...over,
  });
const change = (kind: 'edit' | 'deletion' | 'reaction', reason: string | null, emoji = '') => ({
  ...{ id: kind, kind, body: '', emoji, reason },
});
const can = (over: Partial<MessageView>) =>
  Object.entries(rightsOn(message(over), now)).flatMap(([name, may]) => (may ? [name] : []));

describe('what can be done to a message', () => {
  it.each([
    ['an own text', {}, ['reply', 'react', 'edit', 'remove']],
    ['an own image', { mediaType: 'image' }, ['reply', 'react', 'remove']],
    ['what a contact wrote', { fromMe: false, state: 'received' }, ['reply', 'react']],
    ['a failed one', { state: 'failed' }, ['remove', 'retry']],
    ['one that waits', { state: 'queued' }, ['reply', 'react', 'edit', 'remove']],
    ['a deleted one', { isDeleted: true }, []],
    ['an erased one', { erased: true }, []],
    ['a call', { fromMe: false, mediaType: 'call_log' }, []],
    ['one that is being deleted', { changes: [change('deletion', null)] }, []],
    [
      'one whose deletion was refused',
      { changes: [change('deletion', 'x')] },
      ['reply', 'react', 'edit', 'remove'],
    ],
  ] as const)('of %s', (_, over, rights) => {
    expect(can(over as Partial<MessageView>)).toEqual(rights);
  });
  it('ends for an edit after a quarter of an hour, for a deletion after sixty hours', () => {
    const aged = (minutes: number) => can({ createdAt: new Date(now - minutes * minute).toISOString() });
    expect(aged(15)).toContain('edit');
    expect(aged(16)).toEqual(['reply', 'react', 'remove']);
    expect(aged(60 * 60 + 1)).toEqual(['reply', 'react']);
  });
});

describe('the company’s reaction', () => {
  it('is the one that is wanted, else the one that is there', () => {
    const reactions = [
      { emoji: '❤️', fromMe: false },
      { emoji: '👍', fromMe: true },
    ];
    expect(ownReaction(message({ reactions }))).toBe('👍');
    expect(ownReaction(message({ reactions, changes: [change('reaction', null, '')] }))).toBe('');
    expect(ownReaction(message({ reactions, changes: [change('reaction', 'x', '🙏')] }))).toBe('👍');
    expect(ownReaction(message())).toBe('');
  });
});
