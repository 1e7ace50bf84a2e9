import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { contactView } from '#contracts/views.ts';
import { recordKey } from '../api/record-key.ts';
import {
  applyConnectionName,
  applyContact,
  applyQueue,
  applyTag,
  applyUser,
  leaveContacts,
} from './apply-names.ts';

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

const texts = {
  ...{ greetingMessage: '', outOfHoursMessage: '', complationMessage: '', ratingMessage: '' },
  ...{ orderQueue: 0, schedules: [], holidays: [] },
};

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

describe('a contact', () => {
  const contact = (id: number, name: string, more: object = {}) =>
    contactView.parse({
      ...{ id: `01990000-0000-7000-8000-00000000000${id}`, name, number: '5511900000001' },
      ...{
        profilePicUrl: null,
        email: null,
        queueId: null,
        isGroup: false,
        erased: false,
        notification: true,
        ...more,
      },
    });
  const listed = () => {
    const client = new QueryClient();
    const listKey = recordKey('contact', 'rows', '');
    client.setQueryData(listKey, { pages: [{ rows: [contact(1, 'Ana')] }], pageParams: [1] });
    const names = () =>
      client
        .getQueryData<{ pages: { rows: { name: string }[] }[] }>(listKey)
        ?.pages.flatMap(({ rows }) => rows.map(({ name }) => name));
    return { client, names };
  };
  it('that was changed is shown so where it is listed', () => {
    const { client, names } = listed();
    expect(applyContact(client, contact(1, 'Ana Prado'))).toBe(false);
    expect(names()).toEqual(['Ana Prado']);
  });
  it('that was removed leaves the lists', () => {
    const { client, names } = listed();
    expect(applyContact(client, contact(2, 'Bia'), 'delete')).toBe(false);
    expect(names()).toEqual(['Ana']);
    expect(applyContact(client, contact(1, 'Ana'), 'delete')).toBe(false);
    expect(names()).toEqual([]);
  });
  it('that is in another’s wallet by now leaves the lists', () => {
    const { client, names } = listed();
    leaveContacts(client, contact(1, 'Ana').id);
    expect(names()).toEqual([]);
  });
  it('that no list has, lists are to be asked for; not for groups, and not where none is shown', () => {
    const { client } = listed();
    expect(applyContact(client, contact(2, 'Bia'))).toBe(true);
    expect(applyContact(client, contact(2, 'Bairro', { isGroup: true }))).toBe(false);
    expect(applyContact(new QueryClient(), contact(2, 'Bia'))).toBe(false);
  });
});
