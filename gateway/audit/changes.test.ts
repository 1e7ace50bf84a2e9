import { expect, it } from 'vitest';
import type { Recorded } from '#eventstore/types.ts';
import { changesOf } from './changes.ts';

const event = (revision: number, data: object) =>
  ({ revision, data, entityId: 'own' }) as unknown as Recorded;

it('tells what each field was before', () => {
  const stream = [
    event(0, { queueId: 'own', name: 'Vendas', color: '#111' }),
    event(1, { queueId: 'own', name: 'Suporte', color: '#111' }),
    event(2, { queueId: 'own', name: 'Depois', color: '#222' }),
  ];
  const [made, changed] = stream;
  expect(made && changesOf(stream, made)).toEqual([
    { field: 'name', before: null, after: 'Vendas' },
    { field: 'color', before: null, after: '#111' },
  ]);
  expect(changed && changesOf(stream, changed)).toEqual([
    { field: 'name', before: 'Vendas', after: 'Suporte' },
  ]);
});

it('compares a setting with itself alone', () => {
  const stream = [
    event(0, { key: 'call', value: 'enabled' }),
    event(1, { key: 'userRating', value: 'disabled' }),
    event(2, { key: 'call', value: 'disabled' }),
  ];
  const last = stream[2];
  expect(last && changesOf(stream, last)).toEqual([{ field: 'value', before: 'enabled', after: 'disabled' }]);
});
