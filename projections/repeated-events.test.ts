import { expect, it } from 'vitest';
import { everyEvent } from '#eventstore/testing/every-event.ts';
import { FoldFailed } from './kit/fold.ts';
import { openMemoryTables } from './kit/memory.ts';
import { projections } from './projections.ts';

const cases = projections.flatMap(projection =>
  [1, 2, 3, 4, 5].map(seed => ({ projection, seed, name: projection.name })),
);

// A position that an earlier version has kept may be in front of its event: then that event comes again.
it.each(cases)(
  'what $name has folded last changes nothing when it comes again, seed $seed',
  ({ projection, seed }) => {
    const tables = openMemoryTables(projection);
    const all = () =>
      projection.folds.flatMap(({ table }) =>
        tables.rows(table).map(row => `${table.name} ${JSON.stringify(row)}`),
      );
    let folded = 0;
    for (const event of everyEvent(seed, 3)) {
      try {
        tables.apply([event]);
        folded += 1;
      } catch (error) {
        if (error instanceof FoldFailed) continue;
        throw error;
      }
      const before = all();
      tables.apply([event]);
      const changed = all().filter((row, index) => row !== before[index]);
      expect({ type: event.type, changed }).toEqual({ type: event.type, changed: [] });
    }
    expect(folded).toBeGreaterThan(100);
  },
);
