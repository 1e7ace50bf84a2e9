import { describe, expect, it } from 'vitest';
import type { StreamName } from '#domain/shared/stream.ts';
import { exampleEvents } from '#eventstore/testing/example-events.ts';
import type { Recorded } from '#eventstore/types.ts';
import { projections } from '../projections.ts';
import { company, idOf } from '../testing/story.ts';
import { standsAlone } from './alone.ts';
import { foldEvents } from './fold.ts';

const entity = idOf('entity');

/** Behind the first of its stream, so that no row is taken for a new one. */
const recorded = exampleEvents().map(
  ({ category, event }) =>
    ({
      ...event,
      ...{ id: idOf('event'), stream: `${category}-${company}.${entity}` as StreamName, category },
      ...{ companyId: company, entityId: entity, revision: 7, position: 128 },
      metadata: { companyId: company, actor: { kind: 'system' }, at: '2026-01-02T03:04:05.678Z' },
    }) as Recorded,
);

describe.each(projections)('in the $name projection', projection => {
  const alone = recorded.filter(event => standsAlone(projection, event));

  it.each(alone.map(event => [event.type, event] as const))('%s asks for its own row alone', (_, event) => {
    const asked = new Set<string>();
    const known = (table: { readonly name: string }, key: string) => {
      asked.add(`${table.name} ${key}`);
      return null;
    };
    try {
      foldEvents(projection, known, [event]);
    } catch {
      // What it asked for is what counts.
    }
    const own = projection.folds.filter(each => each.entity === event.category);
    const rows = own.map(({ table }) => `${table.name} ${entity}`);
    expect([...asked].filter(row => !rows.includes(row))).toEqual([]);
  });

  it('events on rows that others change do not stand alone', () => {
    const types = new Set<string>(alone.map(({ type }) => type));
    const sharing = ['MessageReceived', 'MessageQueued', 'MessageDeleted', 'TicketOpened', 'ContactErased'];
    if (projection.name === 'inbox') expect(sharing.filter(type => types.has(type))).toEqual([]);
    // An entry is a row of its own, and so of no stream alone.
    if (projection.name === 'audit') expect([...types]).toEqual(['InstallationFounded']);
    else expect(types).toContain('UserChanged');
  });
});
