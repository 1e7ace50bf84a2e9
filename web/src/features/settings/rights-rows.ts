import type { Role } from '#domain/access/roles.ts';
import { type Action, access } from '#domain/access/table.ts';

export const personRolesShown = ['user', 'admin', 'analyst', 'superAdmin'] as const satisfies readonly Role[];
export type PersonRole = (typeof personRolesShown)[number];

type Right = { readonly action: Action; readonly roles: readonly Role[] };

const isPersons = (role: Role): role is PersonRole => (personRolesShown as readonly Role[]).includes(role);

/** What the product does of itself for everybody is nobody's to know. */
const hidden: readonly Action[] = ['session.record', 'dataAccess.record'];

/** Other names of what stands in the table already begin like this: `user-modal:editProfile`. */
const isOtherName = (action: string): boolean => /^[a-z]+-[a-z]+:/.test(action);

const isAction = (name: string): name is Action => name in access;

/** Of the table of rights what concerns people. Nothing of it is written twice: a new right is a new row. */
export const rightsOfPeople: readonly Right[] = Object.keys(access)
  .filter(isAction)
  .filter(action => !hidden.includes(action) && !isOtherName(action))
  .map(action => ({ action, roles: access[action] }))
  .filter(({ roles }) => roles.some(isPersons));

const groupOf = (action: Action): string => action.split(/[.:]/)[0] ?? action;

export const rightsByGroup: readonly { readonly group: string; readonly rights: readonly Right[] }[] = [
  ...Map.groupBy(rightsOfPeople, ({ action }) => groupOf(action)),
].map(([group, rights]) => ({ group, rights }));

/** Where its text stands. */
export const textKeyOf = (action: Action): string => action.replace(':', '.');
