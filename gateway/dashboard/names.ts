import type { ChoicesAnswer } from '#contracts/dashboard.ts';
import { type Dimension, dimensions } from '#domain/dashboard/metrics.ts';
import { labels } from '#projections/dashboard/queries/labels.ts';
import { knownConnections, knownUsers } from '#projections/inbox/queries/known-users.ts';
import type { Queryable } from '#projections/tenant.ts';

export type Name = {
  readonly id: string;
  readonly name: string;
  readonly removed: boolean;
  readonly color?: string;
};

/** What the queues, connections, tags or people of a company are called, those that are gone too. */
export const namesOf = (db: Queryable, by: Dimension): Promise<readonly Name[]> => {
  if (by === 'user') return knownUsers(db);
  return by === 'connection' ? knownConnections(db) : labels(db, by);
};

/** All that figures can be narrowed to: what is there first, then what is gone. */
export const readChoices = async (db: Queryable): Promise<ChoicesAnswer> => {
  const lists = await Promise.all(dimensions.map(by => namesOf(db, by)));
  const listOf = (by: Dimension) =>
    (lists[dimensions.indexOf(by)] ?? [])
      .map(({ id, name, removed }) => ({ id, name, removed }))
      .toSorted((one, other) => Number(one.removed) - Number(other.removed));
  return {
    queue: listOf('queue'),
    connection: listOf('connection'),
    tag: listOf('tag'),
    user: listOf('user'),
  };
};
