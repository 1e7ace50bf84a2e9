import type { IncomingMessage } from 'node:http';
import { nobodys, simulatorCompanyHeader, simulatorServerHeader } from '#domain/connection/simulator.ts';
import type { Change } from '../change-feed.ts';
import type { Simulator } from '../simulator.ts';
import type { Group } from '../state/groups.ts';
import type { Person } from '../state/people.ts';
import { Forbidden } from './errors.ts';

/** Whose phones a call reaches; undefined for the operator, who reaches all of them. */
export type Scope = { readonly company: string | undefined; readonly server: boolean } | undefined;

export const scopeOf = ({ headers }: Pick<IncomingMessage, 'headers'>): Scope => {
  const company = headers[simulatorCompanyHeader];
  if (typeof company !== 'string') return undefined;
  return {
    company: company === nobodys ? undefined : company,
    server: headers[simulatorServerHeader] === 'yes',
  };
};

export const seesPerson = (scope: Scope, person: Pick<Person, 'company'> | undefined): boolean =>
  scope === undefined || (person !== undefined && person.company === scope.company);

export const seesGroup = (
  { people }: Simulator,
  scope: Scope,
  { members }: Pick<Group, 'members'>,
): boolean => scope === undefined || members.some(number => seesPerson(scope, people.byNumber(number)));

/** @throws Forbidden where a company may not change what all companies share. */
export const requireServer = (scope: Scope): void => {
  if (scope && !scope.server) throw new Forbidden('this concerns all companies');
};

/** Whether a change happened on a phone that the call reaches. */
export const seesChange = (simulator: Simulator, scope: Scope, change: Change): boolean => {
  const seesNumber = (number: string) => seesPerson(scope, simulator.people.byNumber(number));
  switch (change.type) {
    case 'message':
      return seesNumber(change.message.owner);
    case 'status':
      return seesNumber(change.owner);
    case 'phone':
    case 'contact':
    case 'presence':
      return seesNumber(change.number);
    case 'group': {
      const group = simulator.groups.byJid(change.jid);
      return scope === undefined || (group !== undefined && seesGroup(simulator, scope, group));
    }
    case 'call':
      return seesNumber(change.call.from) || seesNumber(change.call.to);
    case 'typing':
      return seesNumber(change.from) || seesNumber(change.to);
    case 'faults':
      return scope?.server !== false;
  }
};
