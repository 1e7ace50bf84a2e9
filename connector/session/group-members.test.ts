import { EventEmitter } from 'node:events';
import type { GroupMetadata } from '@whiskeysockets/baileys';
import { expect, it } from 'vitest';
import { rememberGroups } from './group-members.ts';

const group = '120363000000000001@g.us';

const stage = () => {
  const ev = new EventEmitter();
  const waiting: PromiseWithResolvers<GroupMetadata>[] = [];
  const socket = {
    ev,
    groupMetadata: () => {
      const answer = Promise.withResolvers<GroupMetadata>();
      waiting.push(answer);
      return answer.promise;
    },
  };
  const groups = rememberGroups();
  groups.attach(socket as unknown as Parameters<typeof groups.attach>[0]);
  const answer = (index: number, subject: string) =>
    waiting[index]?.resolve({ id: group, subject, participants: [] } as unknown as GroupMetadata);
  return { ev, waiting, groups, answer };
};

it('asks WhatsApp once, however many want to know at once', async () => {
  const { groups, waiting, answer } = stage();
  const all = [groups.of(group), groups.of(group)];
  answer(0, 'Bairro');
  expect((await Promise.all(all)).map(each => each?.subject)).toEqual(['Bairro', 'Bairro']);
  await groups.of(group);
  expect(waiting).toHaveLength(1);
});

it.each([
  ['the group', 'groups.update', [{ id: group }]],
  ['its members', 'group-participants.update', { id: group, participants: [], action: 'add' }],
])('asks anew after a change of %s, also of one that came before the answer', async (_, event, told) => {
  const { groups, ev, answer } = stage();
  const early = groups.of(group);
  ev.emit(event, told);
  answer(0, 'Bairro');
  await early;
  const late = groups.of(group);
  answer(1, 'Bairro Novo');
  expect((await late)?.subject).toBe('Bairro Novo');
});

it('does not remember that WhatsApp could not be asked', async () => {
  const { groups, waiting, answer } = stage();
  const failed = groups.of(group);
  waiting[0]?.reject(new Error('timed out'));
  expect(await failed).toBeUndefined();
  const again = groups.of(group);
  answer(1, 'Bairro');
  expect((await again)?.subject).toBe('Bairro');
});
