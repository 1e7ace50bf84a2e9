import { type Rejection, reject } from '../shared/decision.ts';
import type { Actor } from '../shared/event.ts';
import { canSee, type Seen } from '../ticket/visibility.ts';
import type { Profile } from '../user/events.ts';
import { personRoles } from './may.ts';
import type { Role } from './roles.ts';
import { type Action, access } from './table.ts';

/** Who a person is when they ask. Everybody else who asks is told by the actor alone. */
export type Person = {
  readonly userId: string;
  readonly companyId: string;
  readonly profile: Profile;
  readonly superAdmin: boolean;
  readonly queueIds: readonly string[];
  readonly analyst?: boolean;
  readonly connectionIds?: readonly string[];
};

export type Asking = {
  readonly action: Action;
  readonly companyId: string;
  readonly actor: Actor;
  readonly person: Person | null;
  /** The ticket it is about, when it is about one that exists. */
  readonly ticket?: Seen | undefined;
};

/**
 * The one question of authorisation: undefined when allowed, else ERR_NO_PERMISSION. A person acts within the
 * own company (a super admin in any), as the table says, and a user only on tickets they can see.
 */
export const refuseAccess = (asking: Asking): Rejection | undefined => {
  const { action, person, ticket } = asking;
  if (person && !actsAsThemselves(asking, person)) return denied(action);
  if (!roles(asking).some(role => access[action].includes(role))) return denied(action);
  if (person && ticket && !canSee(person, ticket)) return denied(action);
  return undefined;
};

const denied = (action: Action): Rejection => reject('ERR_NO_PERMISSION', { action });

const actsAsThemselves = ({ actor, companyId }: Asking, person: Person): boolean =>
  (actor.kind !== 'user' || actor.id === person.userId) &&
  (companyId === person.companyId || person.superAdmin);

const roles = ({ actor, person }: Asking): readonly Role[] => {
  if (person) return personRoles(person);
  switch (actor.kind) {
    case 'contact':
    case 'connection':
      return ['connector'];
    case 'policy':
      return ['policy'];
    case 'system':
      return ['system'];
    case 'token':
      return ['token'];
    case 'user':
      return [];
  }
};
