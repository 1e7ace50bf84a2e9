import { describe, expect, it } from 'vitest';
import { given, rejected } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import type { UserEvent } from './events.ts';
import * as rules from './user.ts';

const userId = idOf(1);
const user = given(rules.userEntity);
const fields: rules.UserFields = {
  ...{ userId, name: 'Ana', email: 'ana@demo.local', profile: 'user' },
  ...{ queueIds: [idOf(2), idOf(3)], connectionIds: [] },
};
const created: UserEvent = {
  type: 'UserCreated',
  data: { ...fields, superAdmin: false, queueIds: [...fields.queueIds], connectionIds: [] },
};
const removed: UserEvent = { type: 'UserRemoved', data: { userId } };

describe('a user', () => {
  const create = (change: Partial<rules.UserFields>) => (state: rules.User) =>
    rules.createUser({ ...fields, superAdmin: false, ...change }, state);
  const change = (what: Partial<rules.UserFields>) => (state: rules.User) =>
    rules.changeUser({ ...fields, ...what }, state);
  const remove = (state: rules.User) => rules.removeUser({ userId }, state);

  it('is created, the e-mail in lower case', () => {
    expect(user().when(create({ email: ' Ana@Demo.local ' })).events).toEqual([created]);
  });
  it('needs a name of 2 to 50 characters', () => {
    expect(user().when(create({ name: 'A' })).decision).toEqual(
      rejected('ERR_VALIDATION', { field: 'name' }),
    );
  });
  it('is not created twice', () => {
    expect(user(created).when(create({})).rejection?.rejected).toBe('ERR_CONFLICT');
  });
  it('changes, and is quiet about the same in another order', () => {
    expect(user(created).when(change({ profile: 'admin' })).events).toHaveLength(1);
    expect(user(created).when(change({ queueIds: [idOf(3), idOf(2)] })).decision).toEqual([]);
    expect(user(created, removed).when(change({})).rejection?.rejected).toBe('ERR_NO_USER_FOUND');
  });
  it('is an analyst while the switch is on', () => {
    const analyst = user(created).when(change({ analyst: true }));
    expect(analyst.events).toMatchObject([{ type: 'UserChanged', data: { analyst: true } }]);
    const now = user(created, ...analyst.events);
    expect(now.when(change({ analyst: true })).decision).toEqual([]);
    expect(now.when(change({})).events).toEqual([{ type: 'UserChanged', data: { ...fields } }]);
  });
  it('has another password, which stands in no event, as often as it is set', () => {
    const set = (state: rules.User) => rules.changePassword({ userId }, state);
    const { events } = user(created).when(set);
    expect(events).toEqual([{ type: 'UserPasswordChanged', data: { userId } }]);
    expect(user(created, ...events).state).toEqual(user(created).state);
    expect(user(created, ...events).when(set).events).toEqual(events);
    expect(user(created, removed).when(set).rejection?.rejected).toBe('ERR_NO_USER_FOUND');
  });
  it('is removed once', () => {
    expect(user(created).when(remove).events).toEqual([removed]);
    expect(user(created, removed).when(remove).decision).toEqual([]);
    expect(user().when(remove).rejection?.rejected).toBe('ERR_NO_USER_FOUND');
  });
});
