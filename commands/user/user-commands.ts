import { may } from '#domain/access/may.ts';
import { reject } from '#domain/shared/decision.ts';
import { sameList } from '#domain/shared/list.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { changeUser, createUser, removeUser, type User, type UserFields } from '#domain/user/user.ts';
import { type Claiming, handleClaimed } from '../claimed.ts';
import type { Key, Owners } from '../claims.ts';
import type { CommandContext, Outcome } from '../context.ts';
import type { Handling } from '../handle.ts';
import type { CommandDeps } from '../states.ts';
import { endUnwritten } from '../tombstone.ts';

/** The commands on users. An e-mail belongs to one user of the company: else ERR_EMAIL_ALREADY_EXISTS. */
export const userCommands = (deps: CommandDeps) => {
  const states = deps.states.user;
  const run = (context: CommandContext, handling: Handling<User, UserEvent>): Promise<Outcome> =>
    handleClaimed(deps, context, claiming(context, handling));

  const claiming = (
    context: CommandContext,
    handling: Handling<User, UserEvent>,
  ): Claiming<User, UserEvent> => ({
    handling,
    keysOf,
    owners: owners(context),
    taken: userId => reject('ERR_EMAIL_ALREADY_EXISTS', { userId }),
  });

  const owners = (context: CommandContext): Owners => ({
    look: async userId => {
      const { state } = await states.fresh(states.stream(context.companyId, userId));
      if (state.status === 'none') return 'never';
      return state.status === 'active' ? 'alive' : 'gone';
    },
    end: userId => endUnwritten(context, states, userId, { type: 'UserRemoved', data: { userId } }),
  });

  return {
    create: (context: CommandContext, input: UserFields & { readonly superAdmin: boolean }) =>
      run(context, {
        ...{ states, id: input.userId, action: 'user.create', isNew: true },
        decide: user =>
          input.superAdmin && context.principal && !context.principal.superAdmin
            ? reject('ERR_NO_PERMISSION', { action: 'user.create' })
            : createUser(input, user),
      }),

    /** A user changes the own name and e-mail; profile, queues and connections are an admin's to change. */
    change: (context: CommandContext, input: UserFields) =>
      run(context, {
        ...{ states, id: input.userId, action: 'user.change' },
        decide: user =>
          isAllowedChange(context, input, user)
            ? changeUser(input, user)
            : reject('ERR_NO_PERMISSION', { action: 'user.change' }),
      }),

    remove: (context: CommandContext, { userId }: { readonly userId: string }) =>
      run(context, {
        ...{ states, id: userId, action: 'user.remove' },
        decide: user => removeUser({ userId }, user),
      }),
  };
};

const keysOf = (user: User): readonly Key[] =>
  user.status === 'active' ? [{ kind: 'user-email', value: user.email }] : [];

const isAllowedChange = ({ principal }: CommandContext, input: UserFields, user: User): boolean => {
  if (principal === null) return true;
  if (user.status !== 'active') return may(principal, 'user.changeAny');
  const isOwn = principal.userId === input.userId;
  const keepsPlace =
    sameList(user.queueIds, input.queueIds) && sameList(user.connectionIds, input.connectionIds);
  return (
    (isOwn || may(principal, 'user.changeAny')) &&
    (user.profile === input.profile || may(principal, 'user.changeProfile')) &&
    (keepsPlace || may(principal, 'user.changeQueues'))
  );
};
