import { expect, it } from 'vitest';
import { dataAccessEntity, tellOnce } from './data-access.ts';
import type { DataAccessEvent } from './events.ts';

const userId = '0198a000-0000-7000-8000-000000000001';
const searched: DataAccessEvent = { type: 'AuditSearched', data: { userId, by: ['ticket'] } };

it('tells of a look, once', () => {
  expect(tellOnce(searched, dataAccessEntity.initial)).toEqual([searched]);
  expect(tellOnce(searched, dataAccessEntity.evolve(dataAccessEntity.initial, searched))).toEqual([]);
});
