import { describe, expect, it } from 'vitest';
import { type Queued, rememberQueued } from './just-queued.ts';
import type { OutboxRow } from './outbox.ts';

const queued = (messageId: string, position: number, media: object | null = null): Queued => {
  const event: Partial<Queued> = { type: 'MessageQueued', position };
  return { ...event, data: { messageId, media } } as unknown as Queued;
};
const row = (more: Partial<OutboxRow> = {}): OutboxRow => ({
  ...{ id: 'm', messageId: 'm', contactId: 'c', waId: 'w', kind: 'message', position: 7 },
  ...{ tries: 1, uncertain: false, changed: false },
  ...more,
});

describe('a message that was just queued', () => {
  it('is known once, for its first sending', () => {
    const remembered = rememberQueued();
    remembered.add(queued('m', 7));
    expect(remembered.take(row())).toMatchObject({ data: { messageId: 'm' } });
    expect(remembered.take(row())).toBeUndefined();
  });

  it.each<[string, Partial<OutboxRow>]>([
    ['it was tried before', { tries: 2 }],
    ['it may have gone out', { uncertain: true }],
    ['something else is wanted of it', { changed: true }],
    ['it was asked for again', { position: 9 }],
  ])('is read from the log when %s', (_, more) => {
    const remembered = rememberQueued();
    remembered.add(queued('m', 7));
    expect(remembered.take(row(more))).toBeUndefined();
  });

  it('is read from the log when it has a file', () => {
    const remembered = rememberQueued();
    remembered.add(queued('m', 7, { hash: 'h' }));
    expect(remembered.take(row())).toBeUndefined();
  });

  it('is forgotten with everybody’s when a person is erased, and when too many came after it', () => {
    const remembered = rememberQueued(1);
    remembered.add(queued('m', 7));
    remembered.add(queued('n', 8));
    expect(remembered.take(row())).toBeUndefined();
    remembered.forget();
    expect(remembered.take(row({ messageId: 'n', position: 8 }))).toBeUndefined();
  });
});
