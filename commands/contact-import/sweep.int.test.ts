import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { openPolicyDatabase, type PolicyDatabase } from '../testing/policy-database.ts';
import { companyId } from '../testing/world.ts';
import { sweepImports } from './import-marks.ts';
import { keepDraft } from './import-rows.ts';

let database: PolicyDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await openPolicyDatabase();
  ({ pool } = database);
});
afterAll(() => database.close());
beforeEach(() => pool.query('truncate contact_import.job cascade'));

/** An import in a state, made and ended so long ago; less than nothing where the clock was set back meanwhile. */
const importOf = async (status: string, { made, ended }: { made: string; ended?: string }) => {
  const id = newId();
  const lines = [{ line: 2, cells: ['Ana', '5511955550001'] }];
  const draft = { source: 'file' as const, fileName: 'a.csv', headings: ['Nome', 'Fone'], broken: [], lines };
  await keepDraft(pool, { ...draft, id, companyId, userId: null });
  await pool.query(
    `update contact_import.job set status = $2, created_at = now() - $3::interval, ended_at = now() - $4::interval
     where id = $1`,
    [id, status, made, ended ?? null],
  );
  return id;
};
/** Whether an import is there, its rows are, and what stands in them. */
const keptOf = async (id: string) => {
  const { rows } = await pool.query<{ rows: number; cells: number }>(
    `select count(l.line)::int as rows, count(l.cells)::int as cells
     from contact_import.job j left join contact_import.line l on l.import_id = j.id where j.id = $1 group by j.id`,
    [id],
  );
  return rows[0];
};
const whole = { rows: 1, cells: 1 };

describe('what is kept of an import', () => {
  it.each([
    ['a draft of today', 'draft', { made: '23 hours' }, whole],
    ['a draft of yesterday', 'draft', { made: '25 hours' }, undefined],
    ['what was rejected, within a week', 'finished', { made: '7 days', ended: '6 days' }, whole],
    [
      'what was rejected, after a week',
      'finished',
      { made: '8 days', ended: '8 days' },
      { rows: 1, cells: 0 },
    ],
    [
      'what may be undone, within a month',
      'finished',
      { made: '29 days', ended: '29 days' },
      { rows: 1, cells: 0 },
    ],
    [
      'what may be undone, after a month',
      'finished',
      { made: '31 days', ended: '31 days' },
      { rows: 0, cells: 0 },
    ],
    ['what is still imported, however long that takes', 'running', { made: '400 days' }, whole],
    [
      'what is still undone, however long that takes',
      'undoing',
      { made: '400 days', ended: '6 days' },
      whole,
    ],
    ['a draft of tomorrow, where the clock was set back', 'draft', { made: '-1 days' }, whole],
    [
      'what ends tomorrow, where the clock was set back',
      'finished',
      { made: '-1 days', ended: '-1 days' },
      whole,
    ],
  ] as const)('is %s', async (_, status, times, kept) => {
    const id = await importOf(status, times);
    await sweepImports(pool);
    expect(await keptOf(id)).toEqual(kept);
  });
});
