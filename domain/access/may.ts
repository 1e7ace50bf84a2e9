import type { Profile } from '../user/events.ts';
import type { Role } from './roles.ts';
import { type Action, access } from './table.ts';

export type Ranked = { readonly profile: Profile; readonly superAdmin?: boolean; readonly analyst?: boolean };

/** Whether a person may do an action at all: what the server asks, and screens before they show a control. */
export const may = (person: Ranked, action: Action): boolean =>
  personRoles(person).some(role => access[action].includes(role));

export const personRoles = (person: Ranked): readonly Role[] => [
  ...(person.superAdmin ? (['superAdmin'] as const) : []),
  ...(person.analyst ? (['analyst'] as const) : []),
  person.profile,
];

/** Whether somebody gives others their rights: a company keeps one such person. */
export const administers = (person: Ranked): boolean => may(person, 'user.changeProfile');

/** Whether somebody works in a queue. */
export const servesQueue = (
  person: Ranked & { readonly queueIds: readonly string[] },
  queueId: string,
): boolean => may(person, 'queue.serveAll') || person.queueIds.includes(queueId);
