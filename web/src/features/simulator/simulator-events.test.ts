import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { chatQuery, chatsQuery, type SimulatedMessage, shownAtMost } from './simulator-api.ts';
import { applyEvent } from './simulator-events.ts';

const owner = '5511988880001';
const chat = '5511999990000';
const { queryKey } = chatQuery(owner, chat);
const message: SimulatedMessage = {
  ...{ id: 'M1', from: owner, at: 1, fromMe: true, type: 'text', text: 'Oi', status: 'pending' },
  ...{ reactions: [], edited: false, revoked: false },
};

describe('what happens on a simulated phone', () => {
  let client: QueryClient;
  const shown = () => client.getQueryData(queryKey);
  beforeEach(() => {
    client = new QueryClient();
    client.setQueryData(queryKey, [message]);
  });

  it('adds a new message at the end and replaces a known one', () => {
    applyEvent(client, { type: 'message', owner, chat, message: { ...message, id: 'M2' } });
    applyEvent(client, { type: 'message', owner, chat, message: { ...message, text: 'Olá', edited: true } });
    expect(shown()).toMatchObject([{ id: 'M1', text: 'Olá', edited: true }, { id: 'M2' }]);
  });

  it('raises the tick of one message', () => {
    applyEvent(client, { type: 'status', owner, chat, id: 'M1', status: 'read' });
    applyEvent(client, { type: 'status', owner, chat, id: 'unknown', status: 'delivered' });
    expect(shown()).toMatchObject([{ id: 'M1', status: 'read' }]);
  });

  it('leaves alone a chat that is not loaded, and asks for the list of chats again', () => {
    client.setQueryData(chatsQuery(owner).queryKey, []);
    applyEvent(client, { type: 'message', owner, chat: 'another', message });
    expect(client.getQueryData(chatQuery(owner, 'another').queryKey)).toBeUndefined();
    expect(client.getQueryState(chatsQuery(owner).queryKey)?.isInvalidated).toBe(true);
  });

  it('lets answers come and keeps the newest messages in a flood of them', () => {
    const invalidate = vi.spyOn(client, 'invalidateQueries');
    for (let n = 0; n < 2 * shownAtMost; n += 1)
      applyEvent(client, { type: 'message', owner, chat, message: { ...message, id: `F${n}` } });
    expect(shown()).toHaveLength(shownAtMost);
    const asked = invalidate.mock.calls.filter(([filters]) => filters?.queryKey?.includes('chats'));
    expect(asked).toHaveLength(1);
  });
});
