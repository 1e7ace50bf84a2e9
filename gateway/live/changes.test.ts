import { describe, expect, it } from 'vitest';
import { type Changes, changesOf, formerTickets, mergeChanges } from './changes.ts';

const was = (queueId: string) => ({
  status: 'pending',
  queueId,
  userId: null,
  isGroup: false,
  connectionId: 'shop',
});
const changes = (position: number, notified: Changes['notified'], after = position - 1): Changes => ({
  ...{ companyId: 'c', after, position, notified, sessions: [] },
});

describe('changes shown together', () => {
  const merged = mergeChanges(
    changes(5, [{ table: 'ticket', id: 'a', op: 'upsert', was: was('sales') }]),
    changes(9, [
      { table: 'ticket', id: 'a', op: 'upsert', was: was('support') },
      { table: 'ticket', id: 'b', op: 'upsert' },
      { table: 'ticket', id: 'b', op: 'delete' },
      { table: 'message', id: 'm', op: 'upsert' },
    ]),
  );
  it('reach from before the first to after the last', () => {
    expect([merged.after, merged.position]).toEqual([4, 9]);
  });
  it('name each row once, as it ended', () => {
    expect(changesOf(merged, 'ticket')).toEqual({ upserted: ['a'], deleted: ['b'] });
    expect(changesOf(merged, 'message')).toEqual({ upserted: ['m'], deleted: [] });
  });
  it('remember how a ticket stood before all of them', () => {
    expect(formerTickets(merged).get('a')?.queueId).toBe('sales');
  });
});
