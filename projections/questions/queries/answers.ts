import type { AnswerFigures, QuestionVersion } from '#contracts/questions.ts';
import type { Grouping } from '#domain/questions/definition.ts';
import type { Queryable } from '../../tenant.ts';

export type VersionRow = QuestionVersion & { readonly questionId: string };

const versionsText = `select v.id, v.question_id as "questionId", v.number, v.definition, v.state,
    v.created_at as "createdAt",
    case when v.state = 'live' then 1 else least(1, v.position::float8 / greatest(v.heard, 1)) end as progress,
    v.count::float8 as count
  from questions.version v where v.company_id = $1`;

/** The versions of all of a company's questions, the newest first. */
export const listVersions = (db: Queryable): Promise<readonly VersionRow[]> =>
  db.query<VersionRow>('question_versions', `${versionsText} order by v.question_id, v.number desc`, [
    db.companyId,
  ]);

export const versionById = async (db: Queryable, id: string): Promise<VersionRow | undefined> => {
  const values = [db.companyId, id];
  const [row] = await db.query<VersionRow>('question_version', `${versionsText} and v.id = $2`, values);
  return row;
};

const figures = `count(*)::int as count, round(avg(f.ms))::float8 as average,
  round(percentile_cont(0.5) within group (order by f.ms))::float8 as median,
  round(percentile_cont(0.9) within group (order by f.ms))::float8 as p90`;
const from = 'from questions.fact f where f.company_id = $1 and f.version_id = $2';
const local = '(f.ended_at at time zone $3)';

const keys: Readonly<Record<Exclude<Grouping, 'none'>, string>> = {
  queue: 'f.queue_id::text',
  connection: 'f.connection_id::text',
  attendant: 'f.user_id::text',
  weekday: `extract(isodow from ${local})::int::text`,
  hour: `extract(hour from ${local})::int::text`,
  month: `to_char(${local}, 'YYYY-MM')`,
};
const isOfTime = (by: Grouping): boolean => by === 'weekday' || by === 'hour' || by === 'month';

/** What a version's answer is so far. */
export const totalOf = async (db: Queryable, versionId: string): Promise<AnswerFigures> => {
  const [row] = await db.query<AnswerFigures>('question_total', `select ${figures} ${from}`, [
    db.companyId,
    versionId,
  ]);
  return row ?? { count: 0, average: null, median: null, p90: null };
};

type Split = AnswerFigures & { readonly key: string | null };

/** The same for each queue, attendant, hour …; times are those of the zone. */
export const splitOf = (
  db: Queryable,
  versionId: string,
  { by, zone }: { readonly by: Exclude<Grouping, 'none'>; readonly zone: string },
): Promise<readonly Split[]> => {
  const order =
    by === 'hour' ? 'order by max(extract(hour from (f.ended_at at time zone $3)))' : 'order by 1';
  const sorted = isOfTime(by) ? order : 'order by 2 desc, 1';
  const text = `select ${keys[by]} as key, ${figures} ${from} group by 1 ${sorted}`;
  const values = [db.companyId, versionId, ...(isOfTime(by) ? [zone] : [])];
  return db.query<Split>(`question_by_${by}`, text, values);
};
