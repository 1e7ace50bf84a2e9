import { administers, may } from '#domain/access/may.ts';
import { settingsOf } from '#domain/company/company.ts';
import { type Rejection, reject } from '#domain/shared/decision.ts';
import type { UserEvent } from '#domain/user/events.ts';
import {
  changePassword,
  changeUser,
  createUser,
  normalEmail,
  removeUser,
  type User,
  type UserFields,
} from '#domain/user/user.ts';
import { type Claiming, handleClaimed } from '../claimed.ts';
import type { Key, Owners } from '../claims.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { dryRun, type Handling, handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';
import { endUnwritten } from '../tombstone.ts';
import { isAllowedChange, isAllowedOn } from './user-rights.ts';
import { refuseUnknownWork } from './user-work.ts';

/** What is left out stays as it is. */
export type UserChange = Pick<UserFields, 'userId'> & {
  readonly [Field in keyof Omit<UserFields, 'userId'>]?: UserFields[Field] | undefined;
} & OtherAdmins & {
    /** Whether who asks has just proven by the present password to be who they are. */
    readonly passwordChecked?: boolean | undefined;
  };
type OtherAdmins = {
  /** Who may be an admin of the company besides: one of them must still be when this one goes. */
  readonly otherAdmins?: readonly string[];
};

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

  const fresh = async ({ companyId }: CommandContext, userId: string) =>
    (await states.fresh(states.stream(companyId, userId))).state;

  const owners = (context: CommandContext): Owners => ({
    look: async userId => {
      const state = await fresh(context, userId);
      if (state.status === 'none') return 'never';
      return state.status === 'active' ? 'alive' : 'gone';
    },
    end: userId => endUnwritten(context, states, userId, { type: 'UserRemoved', data: { userId } }),
  });

  /** ERR_LAST_ADMIN when a person takes the company its last admin. Who asks keeps others from doing so meanwhile. */
  const refuseLastAdmin = async (
    context: CommandContext,
    user: User,
    { otherAdmins = [] }: OtherAdmins,
  ): Promise<Rejection | undefined> => {
    if (context.principal === null || user.status !== 'active' || !administers(user)) return undefined;
    const others = await Promise.all(otherAdmins.map(id => fresh(context, id)));
    const stays = others.some(other => other.status === 'active' && administers(other));
    return stays ? undefined : reject('ERR_LAST_ADMIN');
  };

  /** Looks, writing nothing, whether a command would go through, and whether what it takes away may go. */
  const precheck = async (
    context: CommandContext,
    handling: Handling<User, UserEvent>,
    refuse: (before: User) => Promise<Rejection | undefined>,
  ): Promise<Rejection | undefined> => {
    const { refusal, done, before } = await dryRun(context, handling);
    return refusal ?? (done ? undefined : await refuse(before));
  };

  /** Whether a person may give a user another password, or end the user's sessions: ERR_NO_USER_FOUND, ERR_NO_PERMISSION. */
  const refuseOnAccount = async (context: CommandContext, userId: string): Promise<Rejection | undefined> => {
    const user = await fresh(context, userId);
    if (user.status !== 'active') return reject('ERR_NO_USER_FOUND');
    const { principal } = context;
    const isOthers = principal !== null && principal.userId !== userId && !may(principal, 'user.changeAny');
    return isOthers || !isAllowedOn(context, user, userId)
      ? reject('ERR_NO_PERMISSION', { action: 'user.change' })
      : undefined;
  };

  return {
    /** ERR_USER_CREATION_DISABLED where the company's `userCreation` is disabled, for others than its admins. */
    create: async (context: CommandContext, input: UserFields & { readonly superAdmin: boolean }) => {
      if (await isCreationDisabled(deps, context)) return reject('ERR_USER_CREATION_DISABLED');
      const handling: Handling<User, UserEvent> = {
        ...{ states, id: input.userId, action: 'user.create', isNew: true },
        decide: user =>
          input.superAdmin && context.principal && !may(context.principal, 'user.changeSuperAdmin')
            ? reject('ERR_NO_PERMISSION', { action: 'user.create' })
            : createUser(input, user),
      };
      const refused = await precheck(context, handling, () => refuseUnknownWork(deps, context, input));
      return refused ?? run(context, handling);
    },

    /**
     * A user changes the own name and e-mail; profile, queues and connections are an admin's to change. Another e-mail
     * of one's own is ERR_WRONG_PASSWORD without `passwordChecked`: by it one is found, and comes in.
     */
    change: async (context: CommandContext, input: UserChange) => {
      const handling: Handling<User, UserEvent> = {
        ...{ states, id: input.userId, action: 'user.change' },
        decide: user => {
          const fields = after(user, input);
          if (!fields) return reject('ERR_NO_USER_FOUND');
          if (!isAllowedChange(context, fields, user))
            return reject('ERR_NO_PERMISSION', { action: 'user.change' });
          return isOwnEmailChange(context, fields, user) && !input.passwordChecked
            ? reject('ERR_WRONG_PASSWORD')
            : changeUser(fields, user);
        },
      };
      const refused = await precheck(context, handling, async before => {
        const isDemoted = input.profile !== undefined && !administers({ profile: input.profile });
        const refused = isDemoted ? await refuseLastAdmin(context, before, input) : undefined;
        return refused ?? refuseUnknownWork(deps, context, input, before);
      });
      return refused ?? run(context, handling);
    },

    remove: async (
      context: CommandContext,
      { userId, ...given }: { readonly userId: string } & OtherAdmins,
    ) => {
      const handling: Handling<User, UserEvent> = {
        ...{ states, id: userId, action: 'user.remove' },
        decide: user => {
          const isAllowed = user.status !== 'active' || isAllowedOn(context, user, userId);
          return isAllowed
            ? removeUser({ userId }, user)
            : reject('ERR_NO_PERMISSION', { action: 'user.remove' });
        },
      };
      const refused = await precheck(context, handling, before => refuseLastAdmin(context, before, given));
      return refused ?? run(context, handling);
    },

    refuseOnAccount,

    /** Notes that a user is about to have another password: ERR_NO_USER_FOUND, ERR_NO_PERMISSION. */
    changePassword: async (context: CommandContext, { userId }: { readonly userId: string }) => {
      const refused = await refuseOnAccount(context, userId);
      if (refused) return refused;
      const { outcome } = await handle(context, {
        ...{ states, id: userId, action: 'user.change' as const },
        decide: user => changePassword({ userId }, user),
      });
      return outcome;
    },
  };
};

const keysOf = (user: User): readonly Key[] =>
  user.status === 'active' ? [{ kind: 'user-email', value: user.email }] : [];

const isCreationDisabled = async (
  { states: { company } }: CommandDeps,
  { principal, companyId }: CommandContext,
): Promise<boolean> => {
  if (principal === null || may(principal, 'user.createAlways')) return false;
  const { state } = await company.fresh(company.stream(companyId, companyId));
  return settingsOf(state).userCreation === 'disabled';
};

const after = (user: User, input: UserChange): UserFields | undefined =>
  user.status === 'active'
    ? {
        userId: input.userId,
        name: input.name ?? user.name,
        email: input.email ?? user.email,
        profile: input.profile ?? user.profile,
        queueIds: input.queueIds ?? user.queueIds,
        connectionIds: input.connectionIds ?? user.connectionIds,
        analyst: input.analyst ?? user.analyst,
      }
    : undefined;

const isOwnEmailChange = ({ principal }: CommandContext, fields: UserFields, user: User): boolean =>
  user.status === 'active' && principal?.userId === fields.userId && normalEmail(fields.email) !== user.email;
