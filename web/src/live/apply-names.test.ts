import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { applyConnectionName, applyQueue, applyTag, applyUser } from './apply-names.ts';

const [vip, late] = [
  { id: 'vip', name: 'VIP', color: '#ff0000' },
  { id: 'late', name: 'Atrasado', color: '#00ff00' },
];
const key = ['ticket', 't'];
const tagsAfter = (frame: Parameters<typeof applyTag>[1]) => {
  const client = new QueryClient();
  client.setQueryData(key, { id: 't', tags: [vip, late] });
  applyTag(client, frame);
  return client.getQueryData<{ tags: unknown }>(key)?.tags;
};

describe('a tag that was changed', () => {
  it('is shown by its new name and colour in every ticket that has it', () => {
    const tag = { id: 'vip', name: 'Ouro', color: '#ffcc00' };
    expect(tagsAfter({ action: 'update', tag })).toEqual([tag, late]);
  });
  it('leaves the tickets when it is gone', () => {
    expect(tagsAfter({ action: 'delete', tag: { id: 'vip' } })).toEqual([late]);
  });
  it('says nothing to tickets without it', () => {
    const tag = { id: 'other', name: 'Outra', color: '#0000ff' };
    expect(tagsAfter({ action: 'update', tag })).toEqual([vip, late]);
  });
});

const texts = { greetingMessage: '', outOfHoursMessage: '' };

describe('whoever a ticket is shown with', () => {
  const ticket = {
    id: 't',
    queue: { id: 'q', name: 'Vendas', color: '#00ff00' },
    user: { id: 'u', name: 'Ana' },
    whatsapp: { id: 'w', name: 'Loja' },
  };
  const changed = (change: (client: QueryClient) => void) => {
    const client = new QueryClient();
    client.setQueryData(key, ticket);
    change(client);
    return client.getQueryData<object>(key);
  };
  it('is shown by the new name', () => {
    const queue = { id: 'q', name: 'Balcão', color: '#0000ff' };
    const renamed = { ...queue, ...texts };
    expect(changed(client => applyQueue(client, { action: 'update', queue: renamed }))).toEqual({
      ...{ ...ticket, queue },
    });
    const user = { id: 'u', name: 'Ana Prado' };
    expect(changed(client => applyUser(client, user))).toEqual({ ...ticket, user });
    const whatsapp = { id: 'w', name: 'Filial' };
    expect(changed(client => applyConnectionName(client, whatsapp))).toEqual({ ...ticket, whatsapp });
  });
  it('is left alone by the names of others', () => {
    const others = changed(client => {
      applyQueue(client, { action: 'update', queue: { id: 'p', name: 'Outra', color: '#fff', ...texts } });
      applyUser(client, { id: 'v', name: 'Bruno' });
      applyConnectionName(client, { id: 'x', name: 'Outra' });
    });
    expect(others).toBe(ticket);
  });
  it('leaves it when it is a queue that is gone', () => {
    const gone = changed(client => applyQueue(client, { action: 'delete', queue: { id: 'q' } }));
    expect(gone).toEqual({ ...ticket, queue: null });
  });
});
