import { describe, expect, it } from 'vitest';
import { deriveId, eventId } from './event-id.ts';

const command = '0b5f5b0e-2a0a-4c54-8b8e-0d6a3f9ad001';

describe('ids made of other things', () => {
  it('are the same for the same parts, whenever they are made', () => {
    expect(eventId('ticket-a.b', command, 0)).toBe(eventId('ticket-a.b', command, 0));
    expect(deriveId('x', 'y')).toBe('8724867e-3d7b-5258-b883-f1c910db3f6c');
  });

  it('differ by stream, by command and by index', () => {
    const ids = [
      eventId('ticket-a.b', command, 0),
      eventId('ticket-a.b', command, 1),
      eventId('ticket-a.c', command, 0),
      eventId('ticket-a.b', deriveId('another command'), 0),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('do not mix up how the parts are split', () => {
    expect(deriveId('ab', 'c')).not.toBe(deriveId('a', 'bc'));
  });
});
