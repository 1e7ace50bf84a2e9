import type { Entity } from '../shared/decider.ts';
import { type Decision, nothing, reject } from '../shared/decision.ts';
import { sameList, withoutRepeats } from '../shared/list.ts';
import { isName } from '../shared/rules.ts';
import type { Profile, UserEvent } from './events.ts';

type ActiveUser = {
  readonly status: 'active';
  readonly name: string;
  readonly email: string;
  readonly profile: Profile;
  readonly queueIds: readonly string[];
  readonly connectionIds: readonly string[];
};
export type User =
  | { readonly status: 'none' }
  | ActiveUser
  | { readonly status: 'removed'; readonly email?: string };

const evolve = (user: User, event: UserEvent): User => {
  switch (event.type) {
    case 'UserCreated':
    case 'UserChanged': {
      const { name, email, profile, queueIds, connectionIds } = event.data;
      return { status: 'active', name, email, profile, queueIds, connectionIds };
    }
    case 'UserRemoved':
      return user.status === 'active' ? { status: 'removed', email: user.email } : { status: 'removed' };
  }
};

export const userEntity: Entity<User, UserEvent> = { initial: { status: 'none' }, evolve };

export type UserFields = Omit<ActiveUser, 'status'> & { readonly userId: string };

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
    user.profile === data.profile &&
    sameList(user.queueIds, data.queueIds) &&
    sameList(user.connectionIds, data.connectionIds);
  return same ? nothing : [{ type: 'UserChanged', data }];
};

export const removeUser = (command: { readonly userId: string }, user: User): Decision<UserEvent> => {
  if (user.status === 'none') return reject('ERR_NO_USER_FOUND');
  return user.status === 'removed' ? nothing : [{ type: 'UserRemoved', data: { userId: command.userId } }];
};

const recorded = (fields: UserFields) => ({
  userId: fields.userId,
  name: fields.name.trim(),
  email: normalEmail(fields.email),
  profile: fields.profile,
  queueIds: withoutRepeats(fields.queueIds),
  connectionIds: withoutRepeats(fields.connectionIds),
});
