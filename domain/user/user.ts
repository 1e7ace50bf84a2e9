import type { Entity } from '../shared/decider.ts';
import { type Decision, nothing, reject } from '../shared/decision.ts';
import { sameList, withoutRepeats } from '../shared/list.ts';
import { isName } from '../shared/rules.ts';
import type { Profile, UserEvent } from './events.ts';

export type ActiveUser = {
  readonly status: 'active';
  readonly name: string;
  readonly email: string;
  readonly profile: Profile;
  readonly superAdmin: boolean;
  readonly queueIds: readonly string[];
  readonly connectionIds: readonly string[];
  readonly analyst: boolean;
};
export type User =
  | { readonly status: 'none' }
  | ActiveUser
  | { readonly status: 'removed'; readonly email?: string };

const evolve = (user: User, event: UserEvent): User => {
  switch (event.type) {
    case 'UserCreated':
    case 'UserChanged': {
      const { name, email, profile, queueIds, connectionIds, analyst = false } = event.data;
      const superAdmin =
        event.type === 'UserCreated' ? event.data.superAdmin : user.status === 'active' && user.superAdmin;
      return { status: 'active', name, email, profile, superAdmin, queueIds, connectionIds, analyst };
    }
    case 'UserPasswordChanged':
      return user;
    case 'UserRemoved':
      return user.status === 'active' ? { status: 'removed', email: user.email } : { status: 'removed' };
  }
};

export const userEntity: Entity<User, UserEvent> = { initial: { status: 'none' }, evolve };

export type UserFields = Omit<ActiveUser, 'status' | 'superAdmin' | 'analyst'> & {
  readonly userId: string;
  /** False when it is left out. */
  readonly analyst?: boolean | undefined;
};

/** E-mails are compared and kept in lower case. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

export const createUser = (
  command: UserFields & { readonly superAdmin: boolean },
  user: User,
): Decision<UserEvent> => {
  if (user.status !== 'none') return reject('ERR_CONFLICT', { userId: command.userId });
  if (!isName(command.name)) return reject('ERR_VALIDATION', { field: 'name' });
  const { superAdmin } = command;
  return [{ type: 'UserCreated', data: { ...recorded(command), superAdmin } }];
};

export const changeUser = (command: UserFields, user: User): Decision<UserEvent> => {
  if (user.status !== 'active') return reject('ERR_NO_USER_FOUND');
  if (!isName(command.name)) return reject('ERR_VALIDATION', { field: 'name' });
  const data = recorded(command);
  const same =
    user.name === data.name &&
    user.email === data.email &&
    hasSameProfile(user, command) &&
    hasSameWork(user, data);
  return same ? nothing : [{ type: 'UserChanged', data }];
};

/** Notes that a password was set, whatever it was before: what it is goes no further than to who keeps it. */
export const changePassword = (command: { readonly userId: string }, user: User): Decision<UserEvent> =>
  user.status === 'active'
    ? [{ type: 'UserPasswordChanged', data: { userId: command.userId } }]
    : reject('ERR_NO_USER_FOUND');

export const removeUser = (command: { readonly userId: string }, user: User): Decision<UserEvent> => {
  if (user.status === 'none') return reject('ERR_NO_USER_FOUND');
  return user.status === 'removed' ? nothing : [{ type: 'UserRemoved', data: { userId: command.userId } }];
};

/** Whether profile and the analyst's right stay. */
export const hasSameProfile = (user: ActiveUser, fields: UserFields): boolean =>
  user.profile === fields.profile && user.analyst === (fields.analyst ?? false);

/** Whether queues and connections stay. */
export const hasSameWork = (user: ActiveUser, fields: UserFields): boolean =>
  sameList(user.queueIds, fields.queueIds) && sameList(user.connectionIds, fields.connectionIds);

const recorded = (fields: UserFields) => ({
  userId: fields.userId,
  name: fields.name.trim(),
  email: normalEmail(fields.email),
  profile: fields.profile,
  queueIds: withoutRepeats(fields.queueIds),
  connectionIds: withoutRepeats(fields.connectionIds),
  ...(fields.analyst ? { analyst: true } : {}),
});
