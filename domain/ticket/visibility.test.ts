import { describe, expect, it } from 'vitest';
import { canSee, listScope, type Seen } from './visibility.ts';

const ana = { userId: 'ana', profile: 'user' as const, queueIds: ['sales'] };
const admin = { ...ana, profile: 'admin' as const, queueIds: [] };
const foreign: Seen = { status: 'pending', queueId: 'support', userId: null, isGroup: false };

describe('a user', () => {
  it('does not see tickets of other queues', () => {
    expect(canSee(ana, foreign)).toBe(false);
    expect(canSee(ana, { ...foreign, status: 'open', userId: 'bruno' })).toBe(false);
  });
  it.each<[string, Partial<Seen>]>([
    ['of an own queue', { queueId: 'sales' }],
    ['without a queue', { queueId: null }],
    ['that are groups', { isGroup: true }],
    ['that are closed', { status: 'closed' }],
    ['that are assigned to them', { status: 'open', userId: 'ana' }],
  ])('sees tickets %s', (_, change) => {
    expect(canSee(ana, { ...foreign, ...change })).toBe(true);
  });
  it('has lists scoped to that', () => {
    expect(listScope(ana)).toEqual({ kind: 'visible', userId: 'ana', queueIds: ['sales'] });
  });
});

it('an admin sees every ticket', () => {
  expect(canSee(admin, foreign)).toBe(true);
  expect(listScope(admin)).toEqual({ kind: 'all' });
});
