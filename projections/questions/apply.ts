import type { ClientBase } from 'pg';
import type { Recorded } from '#eventstore/types.ts';
import { type Fact, nextStep, type Start } from './answer.ts';
import { happenedBy } from './happened.ts';
import { businessBy, type Hours, hoursAfter } from './hours.ts';
import { type Note, type Place, placeAfter, type Stray, strayAfter, subjectOf } from './place.ts';
import type { Version } from './versions.ts';

/** Versions that have read the log up to the same event. `run` names what is noted of tickets for them. */
export type Run = { readonly run: string; readonly versions: readonly Version[] };

type Started = Start & { readonly versionId: string; readonly ticketId: string };
type Answered = Fact & { readonly versionId: string; readonly companyId: string };

/** Folds a company's next events into what is known of its tickets, and into the answers. */
export const applyEvents = async (
  client: ClientBase,
  { run, versions }: Run,
  events: readonly Recorded[],
): Promise<void> => {
  const told = events.map(event => ({ event, subject: subjectOf(event) }));
  const tickets = [...new Set(told.flatMap(({ subject }) => subject?.ticketId ?? []))];
  const messages = told.flatMap(({ subject }) => subject?.messageId ?? []);
  const companies = [...new Set(events.map(({ companyId }) => companyId))];
  const notes = await readNotes(client, run, [...tickets, ...messages, ...companies]);
  const started = await readStarted(client, versions, tickets);
  const changed = { notes: new Set<string>(), started: new Set<string>() };
  const facts: Answered[] = [];

  for (const { event, subject } of told) {
    const hours = hoursIn(notes, event.companyId);
    const said = hoursAfter(hours, event);
    if (said !== hours) note(notes, changed.notes, event.companyId, said);
    if (!subject) continue;
    const { ticketId, messageId } = subject;
    const business = businessBy(said);
    const before = placeIn(notes, ticketId);
    const after = placeAfter(before, event);
    const stray = event.type === 'MessageMoved' ? strayIn(notes, messageId) : undefined;
    if (after !== before) note(notes, changed.notes, ticketId, after);
    if (messageId && event.type === 'MessageReceived') {
      const waits = strayAfter(after, event);
      if (waits) note(notes, changed.notes, messageId, waits);
    }
    if (messageId && stray) note(notes, changed.notes, messageId, undefined);
    const happened = happenedBy(event, { before, after, stray });
    for (const { id: versionId, companyId, definition } of versions) {
      const key = keyOf(versionId, ticketId);
      const before = started.get(key);
      const step = nextStep(definition, { event, ticketId, happened, started: before, business });
      if (step.fact) facts.push({ ...step.fact, versionId, companyId });
      if (step.started === before) continue;
      changed.started.add(key);
      if (step.started) started.set(key, { versionId, ticketId, ...step.started });
      else started.delete(key);
    }
  }
  await writeNotes(client, run, notes, changed.notes);
  await writeStarted(client, started, changed.started);
  await writeFacts(client, facts);
};

const keyOf = (versionId: string, ticketId: string): string => `${versionId}/${ticketId}`;

type Notes = Map<string, Note>;
const placeIn = (notes: Notes, id: string): Place | undefined => {
  const found = notes.get(id);
  return found && 'counts' in found ? found : undefined;
};
const strayIn = (notes: Notes, id: string | undefined): Stray | undefined => {
  const found = id === undefined ? undefined : notes.get(id);
  return found && 'stray' in found ? found : undefined;
};
const hoursIn = (notes: Notes, companyId: string): Hours | undefined => {
  const found = notes.get(companyId);
  return found && 'company' in found ? found : undefined;
};
const note = (notes: Notes, changed: Set<string>, id: string, value: Note | undefined): void => {
  changed.add(id);
  if (value) notes.set(id, value);
  else notes.delete(id);
};

const readNotes = async (client: ClientBase, run: string, ids: readonly string[]): Promise<Notes> => {
  const { rows } = await client.query<{ id: string; note: Note }>(
    'select subject_id as id, note from questions.note where run = $1 and subject_id = any($2::uuid[])',
    [run, ids],
  );
  return new Map(rows.map(row => [row.id, row.note]));
};

const writeNotes = async (
  client: ClientBase,
  run: string,
  notes: Notes,
  changed: ReadonlySet<string>,
): Promise<void> => {
  const kept = [...changed].filter(id => notes.has(id));
  const gone = [...changed].filter(id => !notes.has(id));
  if (kept.length > 0)
    await client.query(
      `insert into questions.note (run, subject_id, note)
       select $1, * from unnest($2::uuid[], $3::jsonb[])
       on conflict (run, subject_id) do update set note = excluded.note`,
      [run, kept, kept.map(id => JSON.stringify(notes.get(id)))],
    );
  if (gone.length > 0)
    await client.query('delete from questions.note where run = $1 and subject_id = any($2::uuid[])', [
      run,
      gone,
    ]);
};

const readStarted = async (
  client: ClientBase,
  versions: readonly Version[],
  tickets: readonly string[],
): Promise<Map<string, Started>> => {
  const { rows } = await client.query<Omit<Started, 'at'> & { at: Date | string }>(
    `select version_id as "versionId", ticket_id as "ticketId", started_at as at, event_id as "eventId"
     from questions.started
     where version_id = any($1::uuid[]) and ticket_id = any($2::uuid[])`,
    [versions.map(({ id }) => id), tickets],
  );
  return new Map(
    rows.map(row => [keyOf(row.versionId, row.ticketId), { ...row, at: new Date(row.at).toISOString() }]),
  );
};

const writeStarted = async (
  client: ClientBase,
  started: ReadonlyMap<string, Started>,
  changed: ReadonlySet<string>,
): Promise<void> => {
  if (changed.size === 0) return;
  const pairs = [...changed].map(key => key.split('/'));
  await client.query(
    `delete from questions.started s using unnest($1::uuid[], $2::uuid[]) as gone(version_id, ticket_id)
     where s.version_id = gone.version_id and s.ticket_id = gone.ticket_id`,
    [pairs.map(([versionId]) => versionId), pairs.map(([, ticketId]) => ticketId)],
  );
  const kept = [...changed].flatMap(key => started.get(key) ?? []);
  if (kept.length > 0)
    await client.query(
      `insert into questions.started (version_id, ticket_id, started_at, event_id)
       select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::uuid[])`,
      [
        kept.map(({ versionId }) => versionId),
        kept.map(({ ticketId }) => ticketId),
        kept.map(({ at }) => at),
        kept.map(({ eventId }) => eventId),
      ],
    );
};

const writeFacts = async (client: ClientBase, facts: readonly Answered[]): Promise<void> => {
  if (facts.length === 0) return;
  const column = (name: keyof Answered) => facts.map(fact => fact[name]);
  await client.query(
    `with added as (
       insert into questions.fact (version_id, id, company_id, ticket_id, started_at, ended_at, ms, queue_id,
         connection_id, user_id)
       select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::timestamptz[],
         $7::int8[], $8::uuid[], $9::uuid[], $10::uuid[])
       on conflict (version_id, id) do nothing returning version_id)
     update questions.version v set count = v.count + a.count
     from (select version_id, count(*) as count from added group by 1) a where v.id = a.version_id`,
    [
      ...[column('versionId'), column('id'), column('companyId'), column('ticketId'), column('startedAt')],
      ...[column('endedAt'), column('ms'), column('queueId'), column('connectionId'), column('userId')],
    ],
  );
};
