import { describe, expect, it } from 'vitest';
import type { TicketView } from '#contracts/views.ts';
import type { Viewer } from '#domain/ticket/visibility.ts';
import { company, me, queues } from '../live/testing/company.ts';
import { belongsTo, type TicketFilter } from './ticket-filter.ts';

const user: Viewer = { userId: me, profile: 'user', queueIds: [queues.sales, queues.support] };
const all: TicketFilter = { showAll: false, queueIds: null };

const ticket = (change: Partial<TicketView> = {}): TicketView => {
  const { run, listed } = company();
  run({ n: 1, what: 'message', queue: queues.sales });
  const [opened] = listed(all);
  if (!opened) throw new Error('there is no ticket');
  const contact = { ...opened.contact, name: 'João Araújo', number: '5511988880001' };
  return { ...opened, contact, lastMessage: 'Até amanhã', ...change };
};

describe('what belongs to a list', () => {
  it('is out of a list of chosen queues with another queue, but not without one', () => {
    const chosen = { ...all, queueIds: [queues.support] };
    expect(belongsTo(chosen, ticket(), user)).toBe(false);
    expect(belongsTo(chosen, ticket({ queueId: queues.support }), user)).toBe(true);
    expect(belongsTo(chosen, ticket({ queueId: null }), user)).toBe(true);
  });

  it('is never what the user may not see', () => {
    expect(belongsTo(all, ticket({ queueId: queues.finance }), user)).toBe(false);
    expect(belongsTo(all, ticket({ queueId: queues.finance, status: 'closed' }), user)).toBe(true);
    expect(belongsTo(all, ticket({ queueId: queues.finance }), { ...user, profile: 'admin' })).toBe(true);
  });

  it('has any of the tags and one of the users asked for', () => {
    const tags = [{ id: 'vip', name: 'VIP', color: '#000000' }];
    expect(belongsTo({ ...all, tagIds: ['vip', 'new'] }, ticket({ tags }), user)).toBe(true);
    expect(belongsTo({ ...all, tagIds: ['new'] }, ticket({ tags }), user)).toBe(false);
    expect(belongsTo({ ...all, userIds: [me] }, ticket({ userId: me }), user)).toBe(true);
    expect(belongsTo({ ...all, userIds: [me] }, ticket(), user)).toBe(false);
  });

  it('is of the day asked for, as days are in São Paulo', () => {
    const late = ticket({ createdAt: '2026-11-21T02:30:00.000Z', updatedAt: '2026-11-21T03:30:00.000Z' });
    expect(belongsTo({ ...all, created: '2026-11-20' }, late, user)).toBe(true);
    expect(belongsTo({ ...all, created: '2026-11-21' }, late, user)).toBe(false);
    expect(belongsTo({ ...all, updated: '2026-11-21' }, late, user)).toBe(true);
  });

  it('has what is searched for in its name, number or last message; else nobody here knows', () => {
    for (const search of ['joao ara', 'araujo joão', '88880001', '(11) 98888-0001', 'AMANHA', 'amanhã até']) {
      expect(belongsTo({ ...all, search }, ticket(), user)).toBe(true);
    }
    for (const search of ['boleto', 'amanha joao', '11'])
      expect(belongsTo({ ...all, search }, ticket(), user)).toBe('unknown');
    expect(belongsTo({ ...all, search: 'joao', tagIds: ['vip'] }, ticket(), user)).toBe(false);
  });
});
