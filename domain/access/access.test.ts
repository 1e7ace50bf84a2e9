import { describe, expect, it } from 'vitest';
import type { Actor } from '../shared/event.ts';
import type { Seen } from '../ticket/visibility.ts';
import { type Asking, type Person, refuseAccess } from './access.ts';
import { may } from './may.ts';
import { type Action, access } from './table.ts';

const ana: Person = {
  ...{ userId: 'ana', companyId: 'demo', profile: 'user', superAdmin: false, queueIds: ['sales'] },
};
const admin: Person = { ...ana, userId: 'adm', profile: 'admin', queueIds: [] };
const asks = (person: Person, action: Action, more: Partial<Asking> = {}) =>
  refuseAccess({ action, companyId: 'demo', actor: { kind: 'user', id: person.userId }, person, ...more });
const machine = (actor: Actor, action: Action) =>
  refuseAccess({ action, companyId: 'demo', actor, person: null });

const foreign: Seen = {
  status: 'pending',
  queueId: 'support',
  userId: null,
  isGroup: false,
  connectionId: 'shop',
};

describe('access', () => {
  it.each([
    'tickets-manager:showall',
    'ticket-options:deleteTicket',
    'user-modal:editProfile',
    'user-modal:editQueues',
    'contacts-page:deleteContact',
    'ticket.delete',
    'contact.remove',
    'user.create',
    'connection.create',
    'queue.change',
  ] as const)('gives %s to admins only', action => {
    expect(asks(admin, action)).toBeUndefined();
    expect(asks(ana, action)).toEqual({ rejected: 'ERR_NO_PERMISSION', details: { action } });
    expect([may(admin, action), may(ana, action)]).toEqual([true, false]);
  });
  it('lets a user act on tickets they can see, and on no others', () => {
    expect(asks(ana, 'ticket.accept', { ticket: { ...foreign, queueId: 'sales' } })).toBeUndefined();
    expect(asks(ana, 'ticket.accept', { ticket: foreign })?.rejected).toBe('ERR_NO_PERMISSION');
    expect(asks(admin, 'ticket.accept', { ticket: foreign })).toBeUndefined();
  });
  it('keeps people in their own company, but for super admins', () => {
    expect(asks(admin, 'queue.create', { companyId: 'other' })?.rejected).toBe('ERR_NO_PERMISSION');
    expect(asks({ ...admin, superAdmin: true }, 'queue.create', { companyId: 'other' })).toBeUndefined();
  });
  it('gives the past to admins, and to analysts whatever their profile', () => {
    expect(asks({ ...ana, analyst: true }, 'replay:view')).toBeUndefined();
    expect(asks(admin, 'replay:view')).toBeUndefined();
    expect(asks(ana, 'replay:view')?.rejected).toBe('ERR_NO_PERMISSION');
    expect([may({ ...ana, analyst: true }, 'replay:view'), may(ana, 'replay:view')]).toEqual([true, false]);
  });
  it('does not let a person act in the name of another', () => {
    expect(asks(admin, 'queue.create', { actor: { kind: 'user', id: 'ana' } })?.rejected).toBe(
      'ERR_NO_PERMISSION',
    );
  });
  it('gives companies to super admins and the system', () => {
    expect(asks(admin, 'company.create')?.rejected).toBe('ERR_NO_PERMISSION');
    expect(asks({ ...admin, superAdmin: true }, 'company.create')).toBeUndefined();
    expect(machine({ kind: 'system' }, 'company.create')).toBeUndefined();
  });
  it('knows machines by their actor', () => {
    expect(machine({ kind: 'connection', id: 'c' }, 'message.receive')).toBeUndefined();
    expect(machine({ kind: 'policy', name: 'p' }, 'ticket.return')).toBeUndefined();
    expect(machine({ kind: 'policy', name: 'p' }, 'message.receive')?.rejected).toBe('ERR_NO_PERMISSION');
    expect(machine({ kind: 'connection', id: 'c' }, 'ticket.delete')?.rejected).toBe('ERR_NO_PERMISSION');
  });
  it('gives nothing to a user without an account behind it', () => {
    for (const action of Object.keys(access) as Action[]) {
      expect(machine({ kind: 'user', id: 'ana' }, action)?.rejected).toBe('ERR_NO_PERMISSION');
    }
  });
});
