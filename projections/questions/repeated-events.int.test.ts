import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { happenings, type QuestionDefinition } from '#domain/questions/definition.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { steps, storyOf } from '../dashboard/testing/random-story.ts';
import { openReadModel, type ReadModel } from '../testing/read-model.ts';
import { idOf } from '../testing/story.ts';
import { applyEvents } from './apply.ts';
import { migrateQuestions } from './migrate.ts';
import { liveVersions, noteHeard } from './versions.ts';

let model: ReadModel;
let tables: readonly string[];
beforeAll(async () => {
  model = await openReadModel();
  await migrateQuestions(model.pool);
  const { rows } = await model.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'questions' and table_name <> 'progress' order by 1`,
  );
  tables = rows.map(({ name }) => name);
});
afterAll(() => model.close());

const known = async (): Promise<readonly string[]> => {
  const rows = tables.map(name => `select '${name} ' || to_jsonb(t)::text as row from questions.${name} t`);
  const text = `${rows.join(' union all ')} order by 1`;
  return (await model.pool.query<{ row: string }>(text)).rows.map(({ row }) => row);
};

const places = { queueId: null, connectionId: null, attendantId: null, tagId: null };
const questions = happenings.flatMap(startKind =>
  happenings.map((endKind): QuestionDefinition => ({ ...places, startKind, endKind, clock: 'calendar' })),
);

// A position that an earlier version has kept may be in front of its event: then that event comes again.
it('what has been taken in last changes no answer when it comes again', async () => {
  const { pool } = model;
  for (const [index, sample] of fc.sample(steps, { seed: 20261126, numRuns: 3 }).entries()) {
    const company = idOf(`company of questions ${index}`);
    await pool.query(
      `insert into questions.version (id, company_id, question_id, number, definition, state, created_at, heard)
     select gen_random_uuid(), $1, gen_random_uuid(), 1, d, 'live', now(), 0 from unnest($2::jsonb[]) d`,
      [company, questions.map(question => JSON.stringify(question))],
    );
    for (const event of storyOf(sample, company, '2026-11-01T14:00:00Z')) {
      const take = () =>
        inTransaction(pool, async client => {
          const versions = await liveVersions(client, [company]);
          await applyEvents(client, { run: company, versions }, [event]);
          await noteHeard(client, [event]);
        });
      await take();
      const before = await known();
      await take();
      expect({ type: event.type, known: await known() }).toEqual({ type: event.type, known: before });
    }
  }
  const { rows } = await pool.query<{ facts: number }>('select count(*)::int as facts from questions.fact');
  expect(rows[0]?.facts).toBeGreaterThan(100);
}, 120_000);
