import { may } from '#domain/access/may.ts';
import {
  type ActiveUser,
  hasSameProfile,
  hasSameWork,
  type User,
  type UserFields,
} from '#domain/user/user.ts';
import type { CommandContext } from '../context.ts';

/** The account of a super admin is no other's to change. */
export const isAllowedOn = ({ principal }: CommandContext, user: ActiveUser, userId: string): boolean =>
  principal === null ||
  !user.superAdmin ||
  principal.userId === userId ||
  may(principal, 'user.changeSuperAdmin');

/** Whether a person may make an account what these fields say. */
export const isAllowedChange = (context: CommandContext, fields: UserFields, user: User): boolean => {
  const { principal } = context;
  if (principal === null) return true;
  if (user.status !== 'active') return may(principal, 'user.changeAny');
  const isOwn = principal.userId === fields.userId;
  return (
    isAllowedOn(context, user, fields.userId) &&
    (isOwn || may(principal, 'user.changeAny')) &&
    (hasSameProfile(user, fields) || may(principal, 'user.changeProfile')) &&
    (hasSameWork(user, fields) || may(principal, 'user.changeQueues'))
  );
};
