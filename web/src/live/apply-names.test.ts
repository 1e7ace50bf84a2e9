import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { applyTag } from './apply-names.ts';

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
