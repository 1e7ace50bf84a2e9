import { expect, it } from 'vitest';
import { access } from '#domain/access/table.ts';
import { texts as en } from '../../i18n/en/texts.ts';
import { texts as es } from '../../i18n/es/texts.ts';
import { texts as ptBR } from '../../i18n/pt-BR/texts.ts';
import { rightsByGroup, rightsOfPeople, textKeyOf } from './rights-rows.ts';

const textOf = (texts: object, key: string): unknown =>
  key.split('.').reduce<unknown>((value, name) => Reflect.get(Object(value), name), texts);

it.each([
  ['pt-BR', ptBR],
  ['en', en],
  ['es', es],
])('names every right of people in %s', (_, texts) => {
  const keys = [
    ...rightsOfPeople.map(({ action }) => `rights.actions.${textKeyOf(action)}`),
    ...rightsByGroup.map(({ group }) => `rights.groups.${group}`),
  ];
  expect(keys.filter(key => typeof textOf(texts, key) !== 'string')).toEqual([]);
});

it('shows what the server asks', () => {
  for (const { action, roles } of rightsOfPeople) expect(roles).toBe(access[action]);
  const shown = rightsOfPeople.map(({ action }) => action);
  expect(shown).toContain('replay:view');
  expect(shown).not.toContain('message.receive');
  expect(shown).not.toContain('user-modal:editProfile');
});
