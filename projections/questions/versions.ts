import type { ClientBase } from 'pg';
import {
  mostVersions,
  type QuestionDefinition,
  questionDefinition,
  sameDefinition,
} from '#domain/questions/definition.ts';
import { question } from '#domain/records/question.ts';
import type { Recorded } from '#eventstore/types.ts';

export type Version = {
  readonly id: string;
  readonly companyId: string;
  readonly definition: QuestionDefinition;
};

const columns = 'id, company_id as "companyId", definition';

/** A definition is never changed: what is asked for anew is another version, and the one before it goes on. */
export const takeQuestion = async (client: ClientBase, event: Recorded): Promise<boolean> => {
  switch (event.type) {
    case 'QuestionCreated':
      await addVersion(client, event, 1);
      return true;
    case 'QuestionChanged':
      await changeQuestion(client, event);
      return true;
    case 'QuestionRemoved':
      await removeVersions(client, 'question_id = $1', event.entityId);
      await forgetIdle(client, event.companyId);
      return true;
    default:
      return false;
  }
};

/** The versions of some companies that follow the log. */
export const liveVersions = async (
  client: ClientBase,
  companyIds: readonly string[],
): Promise<readonly Version[]> => {
  const text = `select ${columns} from questions.version where state = 'live' and company_id = any($1::uuid[])`;
  return companyIds.length === 0 ? [] : (await client.query<Version>(text, [companyIds])).rows;
};

/** The oldest unfinished version of each company: one is computed at a time. */
export const unfinished = async (client: Pick<ClientBase, 'query'>): Promise<readonly Version[]> => {
  const text = `select distinct on (company_id) ${columns} from questions.version
    where state in ('waiting', 'computing') order by company_id, created_at, number`;
  return (await client.query<Version>(text)).rows;
};

/** How far versions that are still computed must have read before they follow: to their company's last event. */
export const noteHeard = async (client: ClientBase, events: readonly Recorded[]): Promise<void> => {
  const heard = new Map(events.map(({ companyId, position }) => [companyId, position]));
  await client.query(
    `update questions.version v set heard = greatest(v.heard, h.position)
     from unnest($1::uuid[], $2::int8[]) as h(company_id, position)
     where v.company_id = h.company_id and v.state in ('waiting', 'computing')`,
    [[...heard.keys()], [...heard.values()]],
  );
};

const definitionIn = (data: unknown): QuestionDefinition | undefined =>
  questionDefinition.safeParse(question.valuesAfter(data)).data;

const addVersion = async (client: ClientBase, event: Recorded, number: number): Promise<void> => {
  const definition = definitionIn(event.data);
  // Of words that are none any more there is nothing to compute.
  if (!definition) return;
  const { id, companyId, entityId, position, metadata } = event;
  await client.query(
    `insert into questions.version (id, company_id, question_id, number, definition, state, created_at, heard)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`,
    [
      ...[id, companyId, entityId, number, JSON.stringify(definition)],
      ...[isStopped(event) ? 'cancelled' : 'waiting', metadata.at, position],
    ],
  );
};

const changeQuestion = async (client: ClientBase, event: Recorded): Promise<void> => {
  const { rows } = await client.query<{ number: number; definition: QuestionDefinition }>(
    'select number, definition from questions.version where question_id = $1 order by number desc limit 1',
    [event.entityId],
  );
  const [latest] = rows;
  const definition = definitionIn(event.data);
  if (!latest || (definition && !sameDefinition(latest.definition, definition))) {
    const number = (latest?.number ?? 0) + 1;
    await addVersion(client, event, number);
    await removeVersions(client, `question_id = $1 and number <= ${number - mostVersions}`, event.entityId);
    return;
  }
  if (isStopped(event)) await stopComputing(client, event.entityId, latest.number);
  // What came while it stood still it has not heard of; the company's last event is this one.
  else
    await client.query(
      `update questions.version set state = 'waiting', heard = greatest(heard, $3)
       where question_id = $1 and number = $2 and state = 'cancelled'`,
      [event.entityId, latest.number, event.position],
    );
};

/**
 * The version that is asked for stands still. Those before it go on, as far as they are: where all is computed anew, none
 * of them is when this comes, and all of them would be lost.
 */
const stopComputing = (client: ClientBase, questionId: string, number: number) =>
  client.query(
    `update questions.version set state = 'cancelled'
     where question_id = $1 and number = $2 and state in ('waiting', 'computing')`,
    [questionId, number],
  );

const isStopped = ({ data }: Recorded): boolean => question.valuesAfter(data).computing === 'no';

const removeVersions = async (client: ClientBase, which: string, questionId: string): Promise<void> => {
  await client.query(
    `delete from questions.note where run in (select id from questions.version where ${which})`,
    [questionId],
  );
  await client.query(`delete from questions.version where ${which}`, [questionId]);
};

/** Where nothing follows the log any more, nobody needs to know where tickets stand. */
const forgetIdle = async (client: ClientBase, companyId: string): Promise<void> => {
  await client.query(
    `delete from questions.note where run = $1
     and not exists (select from questions.version where company_id = $1 and state = 'live')`,
    [companyId],
  );
};
