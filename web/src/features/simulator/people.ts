import { createContext, use } from 'react';
import { phoneNumber } from '../../shared/formats.ts';
import type { Partner } from './chat-view.ts';
import type { Owner } from './simulator-actions.ts';
import type { SimulatedContact, SimulatedGroup, SimulatedPhone } from './simulator-api.ts';

/** Everybody there is: phones of companies, contacts, groups. */
export type People = {
  readonly phones: readonly SimulatedPhone[];
  readonly contacts: readonly SimulatedContact[];
  readonly groups: readonly SimulatedGroup[];
  readonly nameOf: (number: string) => string;
};

export const peopleOf = (known: Omit<People, 'nameOf'>): People => {
  const names = new Map([...known.contacts, ...known.phones].map(({ number, name }) => [number, name]));
  return { ...known, nameOf: number => names.get(number) ?? phoneNumber(number) };
};

export const PeopleContext = createContext<People>(peopleOf({ phones: [], contacts: [], groups: [] }));
export const usePeople = (): People => use(PeopleContext);

/** Whom an owner can write to: contacts to companies, companies to contacts, and everybody in their groups. */
export const partnersOf = (people: People, owner: Owner): Partner[] => {
  const others = owner.kind === 'contact' ? people.phones : people.contacts;
  const groups = people.groups.filter(({ members }) => members.includes(owner.number));
  return [
    ...groups.map(({ jid, subject, picture }) => ({ chat: jid, name: subject, picture, group: true })),
    ...others.map(({ number, name, picture }) => ({ chat: number, name, picture, group: false })),
  ];
};
