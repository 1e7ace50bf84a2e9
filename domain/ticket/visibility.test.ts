import { describe, expect, it } from 'vitest';
import { canSee, listScope, type Seen, worksOn } from './visibility.ts';

const ana = { userId: 'ana', profile: 'user' as const, queueIds: ['sales'] };
const admin = { ...ana, profile: 'admin' as const, queueIds: [] };
const foreign: Seen = {
  status: 'pending',
  queueId: 'support',
  userId: null,
  isGroup: false,
  connectionId: 'shop',
};

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
  it('does not see tickets whose contact is choosing a queue, and those of an own queue in its options', () => {
    expect(canSee(ana, { ...foreign, queueId: null, chatbot: true })).toBe(false);
    expect(canSee(ana, { ...foreign, queueId: 'sales', chatbot: true })).toBe(true);
    expect(canSee(admin, { ...foreign, queueId: null, chatbot: true })).toBe(true);
  });
  it('has lists scoped to that', () => {
    expect(listScope(ana)).toEqual({
      ...{ kind: 'visible', userId: 'ana', queueIds: ['sales'], connectionIds: [] },
    });
  });
});

describe('a user of some connections', () => {
  const there = { ...ana, connectionIds: ['shop'] };
  const elsewhere = { ...ana, connectionIds: ['branch'] };
  it.each<[string, Partial<Seen>]>([
    ['of an own queue', { queueId: 'sales' }],
    ['without a queue', { queueId: null }],
    ['that are groups', { isGroup: true }],
    ['that are closed', { status: 'closed' }],
  ])('sees tickets %s on these alone', (_, change) => {
    const ticket = { ...foreign, ...change };
    expect([canSee(there, ticket), canSee(elsewhere, ticket)]).toEqual([true, false]);
    expect(canSee({ ...elsewhere, profile: 'admin' }, ticket)).toBe(true);
  });
  it('sees what is assigned to them everywhere', () => {
    expect(canSee(elsewhere, { ...foreign, status: 'open', userId: 'ana' })).toBe(true);
  });
  it('works on these, and an admin on all', () => {
    expect([worksOn(there, 'shop'), worksOn(elsewhere, 'shop'), worksOn(ana, 'shop')]).toEqual([
      ...[true, false, true],
    ]);
    expect(worksOn({ ...elsewhere, profile: 'admin' }, 'shop')).toBe(true);
    expect(listScope(there)).toMatchObject({ connectionIds: ['shop'] });
  });
});

it('an admin sees every ticket', () => {
  expect(canSee(admin, foreign)).toBe(true);
  expect(listScope(admin)).toEqual({ kind: 'all' });
});
