import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { openReadModel, type ReadModel } from './testing/read-model.ts';

let model: ReadModel;
beforeAll(async () => {
  model = await openReadModel();
});
afterAll(() => model.close());

const indexes = async (): Promise<readonly string[]> => {
  const text = `select indexdef from pg_indexes where schemaname = 'inbox' and tablename = 'contact' order by 1`;
  return (await model.pool.query<{ indexdef: string }>(text)).rows.map(({ indexdef }) => indexdef);
};

it('gives the contacts of a database that is there the index of a new one', async () => {
  const wanted = await indexes();
  expect(wanted.filter(text => text.includes('contact_keys'))).toHaveLength(1);
  await model.pool.query(`
    drop index inbox.contact_4;
    drop function projection.contact_keys;
    create index contact_4 on inbox.contact using gin (sought gin_trgm_ops);
    create index contact_5 on inbox.contact using gin (number gin_trgm_ops);
    create index contact_6 on inbox.contact using gin (lower(email) gin_trgm_ops);
    delete from migration.applied where area = 'projections' and number = 2`);
  await migrate(model.url);
  expect(await indexes()).toEqual(wanted);
});
