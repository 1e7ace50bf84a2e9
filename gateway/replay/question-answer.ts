import type { VersionAnswer } from '#contracts/questions.ts';
import type { Grouping } from '#domain/questions/definition.ts';
import { namesByIds } from '#projections/audit/queries/names.ts';
import { splitOf, totalOf, type VersionRow, versionById } from '#projections/questions/queries/answers.ts';
import type { Queryable } from '#projections/tenant.ts';
import { refuse } from '../errors/refusal.ts';

type Asked = { readonly id: string; readonly by: Grouping; readonly zone: string };
type Answer = VersionAnswer & { readonly version: VersionRow };

/**
 * What a version answers so far: in all, by month, and split.
 * @throws {CallRefused} ERR_NO_QUESTION_FOUND
 */
export const readAnswer = async (db: Queryable, { id, by, zone }: Asked): Promise<Answer> => {
  const version = await versionById(db, id);
  if (!version) throw refuse('ERR_NO_QUESTION_FOUND');
  const total = await totalOf(db, id);
  const months = await splitOf(db, id, { by: 'month', zone });
  const rows = by === 'none' ? [] : await splitOf(db, id, { by, zone });
  const isNamed = by === 'queue' || by === 'connection' || by === 'attendant';
  const ids = isNamed ? rows.flatMap(({ key }) => key ?? []) : [];
  const names = new Map(await nameOfEach(db, ids));
  return {
    ...{ version, total },
    months: months.map(({ key, ...figures }) => ({ ...figures, month: key ?? '' })),
    rows: rows.map(row => ({ ...row, name: names.get(row.key ?? '') ?? null })),
  };
};

export const nameOfEach = async (db: Queryable, ids: readonly string[]) =>
  (await namesByIds(db, ids)).map(({ id, name }) => [id, name] as const);
