import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Batch } from '#eventstore/types.ts';
import { readCopy } from '../checkpoint.ts';
import { dashboard } from '../dashboard/projection.ts';
import { stories } from '../dashboard/testing/stories.ts';
import { createSchema } from '../schema.ts';
import { openReadModel, type ReadModel } from '../testing/read-model.ts';
import { openAhead } from './ahead.ts';
import { openApplier } from './apply.ts';
import { openMemoryTables } from './memory.ts';

let model: ReadModel;
beforeAll(async () => {
  model = await openReadModel();
});
afterAll(() => model.close());

it('a copy is what its folds make of the log, however few of its rows are kept in memory while it is built', async () => {
  const told = stories.flatMap(({ events }) => events);
  const events = told.map((event, index) => ({ ...event, position: (index + 1) * 128 }));
  const memory = openMemoryTables(dashboard);
  memory.apply(events);
  for (const cachedRows of [10, 60, 100_000]) {
    const schema = `dashboard_${cachedRows}`;
    const client = await model.pool.connect();
    try {
      await createSchema(client, dashboard, schema);
      const copy = await readCopy(client, schema);
      const applier = openApplier(dashboard, { schema, copy, cachedRows, isNew: true });
      let written = 0;
      const ahead = openAhead(applier, client, (batch: Batch) => {
        written += batch.events.length;
      });
      let from = 0;
      for (let index = 0; index < events.length; index += 50) {
        const some = events.slice(index, index + 50);
        const position = some.at(-1)?.position ?? from;
        await ahead.put({ from, batch: { events: some, position, live: false } });
        from = position;
      }
      await ahead.settled();
      expect(written).toBe(events.length);
      for (const { table } of dashboard.folds) {
        const { rows } = await client.query<{ position: number }>(
          `select position::float8 as position from ${schema}.${table.name} order by 1`,
        );
        const expected = memory.rows(table).map(({ position }) => position);
        expect([cachedRows, table.name, rows.map(({ position }) => position)]).toEqual([
          cachedRows,
          table.name,
          expected.toSorted((one, other) => one - other),
        ]);
      }
    } finally {
      client.release();
    }
  }
});
