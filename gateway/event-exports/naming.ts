import type { CaseEvent } from './activities.ts';
import type { Pseudonym, PseudonymKind } from './pseudonyms.ts';
import { type Named, namedIn, type Part, type Site } from './slice.ts';
import { type Language, words } from './words.ts';

/** How a file calls what it tells of: by pseudonyms, or with `names` by their names; queues and connections always. */
export type Naming = {
  readonly names: boolean;
  readonly language: Language;
  readonly pseudonym: Pseudonym;
};

/** What some parts of a file name. */
export type Labels = {
  readonly activity: (event: CaseEvent) => string;
  readonly ticket: (id: string) => string;
  readonly contact: (id: string) => string;
  readonly user: (id: string) => string;
  /** Of a queue or a connection: the company's own words. */
  readonly thing: (id: string) => string;
  /** Who did it; empty where that is a machine of ours. */
  readonly resource: (part: Part, event: CaseEvent) => string;
};

/** Looks up the names of what these parts tell of. */
export const labelsFor = async (site: Site, naming: Naming, parts: readonly Part[]): Promise<Labels> => {
  const things = parts.flatMap(({ of, events }) => [
    of.connectionId,
    ...events.flatMap(({ queueId }) => queueId ?? []),
  ]);
  const people = parts.flatMap(({ of, events }) => [
    ...[of.ticketId, of.contactId],
    ...events.flatMap(({ userId, toUserId }) => [userId, toUserId].flatMap(id => id ?? [])),
  ]);
  return labelsIn(naming, await namedIn(site, [...things, ...(naming.names ? people : [])]));
};

/** Who was erased has no name any more, whoever asks. */
export const labelsIn = ({ names, language, pseudonym }: Naming, named: Named): Labels => {
  const { activities, erased } = words[language];
  const person = (kind: PseudonymKind) => (id: string) => {
    const known = names ? named.get(id) : undefined;
    if (known?.erased) return erased;
    return known?.name || pseudonym(kind, id);
  };
  const labels = {
    activity: ({ activity }: CaseEvent) => activities[activity],
    ticket: (id: string) => {
      const number = names ? named.get(id)?.number : undefined;
      return number ? `#${number}` : pseudonym('ticket', id);
    },
    contact: person('contact'),
    user: person('user'),
    thing: (id: string) => named.get(id)?.name || id,
  };
  return {
    ...labels,
    resource: ({ of }, { role, userId }) => {
      if (role === 'contact') return labels.contact(of.contactId);
      return userId ? labels.user(userId) : '';
    },
  };
};

/** The same moment in UTC with its offset, which readers of these formats do not guess then. */
export const withOffset = (at: string): string => `${new Date(at).toISOString().slice(0, -1)}+00:00`;
