import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Happening, happenings, type QuestionDefinition } from '#domain/questions/definition.ts';
import { deriveId } from '#eventstore/event-id.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore, Recorded } from '#eventstore/types.ts';
import { steps, storyOf } from '../dashboard/testing/random-story.ts';
import { openReadModel, type ReadModel, silent } from '../testing/read-model.ts';
import { appendStory, idOf, openStory } from '../testing/story.ts';
import { answerQuestions } from './answer-questions.ts';
import { computeVersion } from './compute-question.ts';
import { migrateQuestions } from './migrate.ts';
import { listVersions } from './queries/answers.ts';
import { answersIn } from './testing/oracle.ts';
import { unfinished } from './versions.ts';

let model: ReadModel;
beforeAll(async () => {
  model = await openReadModel();
  await migrateQuestions(model.pool);
});
afterAll(() => model.close());

const begin = '2026-11-01T14:00:00Z';
/** Long ones: some questions are answered seldom. */
const samples = Array.from({ length: 8 }, (_, index) =>
  fc.sample(steps, { seed: 20261124 + index, numRuns: 4 }).flat(),
);

const plain: QuestionDefinition = {
  ...{ startKind: 'customerWrote', endKind: 'personAnswered', clock: 'calendar' },
  ...{ queueId: null, connectionId: null, attendantId: null, tagId: null },
};
/** Each happening begins something, and ends something. */
const pairs = [
  ['opened', 'enteredQueue'],
  ['enteredQueue', 'accepted'],
  ['accepted', 'transferred'],
  ['customerWrote', 'customerWrote'],
  ['personAnswered', 'customerWrote'],
  ['transferred', 'personAnswered'],
  ['accepted', 'returned'],
  ['returned', 'closed'],
  ['closed', 'reopened'],
  ['reopened', 'closed'],
  ['closed', 'rated'],
  ['rated', 'reopened'],
  ['accepted', 'tagged'],
  ['tagged', 'closed'],
  ['closed', 'closed'],
  ['closed', 'opened'],
] as const satisfies readonly (readonly [Happening, Happening])[];

/** Every end, and every filter, with starts that differ. */
const questionsOf = (company: string): readonly QuestionDefinition[] => {
  const id = (word: string) => idOf(company + word);
  return [
    plain,
    ...pairs.map(([startKind, endKind]) => ({ ...plain, startKind, endKind })),
    { ...plain, clock: 'business' },
    { ...plain, clock: 'business', startKind: 'opened', endKind: 'closed' },
    { ...plain, clock: 'business', startKind: 'enteredQueue', endKind: 'accepted' },
    { ...plain, startKind: 'opened', endKind: 'closed', queueId: id('queue 1') },
    { ...plain, startKind: 'enteredQueue', endKind: 'accepted', connectionId: id('connection 1') },
    { ...plain, startKind: 'opened', endKind: 'closed', attendantId: id('user 1') },
    { ...plain, startKind: 'opened', endKind: 'closed', tagId: id('vip') },
    { ...plain, startKind: 'opened', endKind: 'tagged', tagId: id('new') },
  ];
};

const asked = (company: string, number: number, fields: object, type = 'QuestionCreated') => {
  const questionId = idOf(`${company} question ${number}`);
  const data = { questionId, name: `Question ${number}`, grouping: 'none', ...fields };
  return { questionId, event: { type, data: type === 'QuestionCreated' ? { ...data, userId: null } : data } };
};

/** A company with a log of its own, and what answers its questions. */
const openCompany = (name: string, store: EventStore = openMemoryStore()) => {
  const company = idOf(`questions of ${name}`);
  const told = openStory();
  const say = async (number: number, fields: object, type?: string) => {
    const { questionId, event } = asked(company, number, fields, type);
    const recorded = told.tell('question', questionId, event as never, company);
    return { position: await appendStory(store, [recorded]), questionId, id: recorded.id };
  };
  const run = () => {
    const stopping = new AbortController();
    const ended = answerQuestions({ pool: model.pool, store, log: silent, signal: stopping.signal });
    return async () => {
      stopping.abort();
      await ended;
    };
  };
  return { company, store, say, run };
};

const shown = (position: number) =>
  model.until('select from questions.progress where position >= $1', [position]);
const allLive = (company: string, count: number) =>
  model.until(
    `select from questions.version where company_id = $1 and state = 'live' having count(*) = $2::int`,
    [company, count],
  );
/** Each log has positions of its own. */
const forget = () =>
  model.pool.query('truncate questions.progress, questions.version, questions.note cascade');

const factsOf = async (versionId: string) => {
  const { rows } = await model.pool.query(
    `select ticket_id as "ticketId", started_at as "startedAt", ended_at as "endedAt", ms::float8 as ms,
       queue_id as "queueId", connection_id as "connectionId", user_id as "userId"
     from questions.fact where version_id = $1`,
    [versionId],
  );
  return sorted(
    rows.map(row => ({
      ...row,
      startedAt: new Date(row.startedAt).toISOString(),
      endedAt: new Date(row.endedAt).toISOString(),
    })),
  );
};
const sorted = (rows: readonly object[]) => rows.map(row => JSON.stringify(entriesOf(row))).toSorted();
const entriesOf = (row: object) => Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1));
const expected = (events: readonly Recorded[], question: QuestionDefinition) =>
  sorted(answersIn(events, question));

describe('answers over all history', () => {
  it.each(samples.map((each, index) => ({ index, each })))(
    'are what the events say, computed and then live: story $index',
    async ({ index, each }) => {
      await forget();
      const { company, store, say, run } = openCompany(String(index));
      const events = storyOf(each, company, begin);
      const half = Math.floor(events.length / 2);
      await appendStory(store, events.slice(0, half));
      const stop = run();
      const questions = questionsOf(company);
      const versions: string[] = [];
      for (const [number, question] of questions.entries()) {
        versions.push((await say(number, question)).id);
        // Some are asked while others are computed, and while the log grows.
        if (number === 3) await appendStory(store, events.slice(half, half + 10));
      }
      const last = await appendStory(store, events.slice(half + 10));
      await allLive(company, questions.length);
      await shown(last);
      await stop();
      for (const [number, question] of questions.entries())
        expect([question, await factsOf(versions[number] ?? '')]).toEqual([
          question,
          expected(events, question),
        ]);
      const shownCounts = await model.tenants.read(company, listVersions);
      expect(Object.fromEntries(shownCounts.map(({ id, count }) => [id, count]))).toEqual(
        Object.fromEntries(
          versions.map((id, number) => [id, expected(events, questions[number] ?? plain).length]),
        ),
      );
    },
  );

  it('are there in these stories, for every question', () => {
    const counts = samples.map((each, index) => {
      const company = idOf(`questions of ${index}`);
      const events = storyOf(each, company, begin);
      // By either clock there are as many.
      return questionsOf(company).map(
        question => answersIn(events, { ...question, clock: 'calendar' }).length,
      );
    });
    const totals = counts[0]?.map((_, number) => counts.reduce((sum, each) => sum + (each[number] ?? 0), 0));
    // Nothing is opened once it was closed.
    const never = pairs.findIndex(([, end]) => end === 'opened') + 1;
    expect(totals?.flatMap((count, number) => (count === 0 ? [number] : []))).toEqual([never]);
    expect([new Set(pairs.map(([start]) => start)), new Set(pairs.map(([, end]) => end))]).toEqual([
      new Set(happenings),
      new Set(happenings),
    ]);
  });

  it('go on after a process that is killed at any batch, and count nothing twice', async () => {
    await forget();
    const { company, store, say, run } = openCompany('killed');
    const events = storyOf(samples[0] ?? [], company, begin);
    await appendStory(store, events);
    const { id, position } = await say(0, { ...plain, startKind: 'opened', endKind: 'closed' });
    // Only what follows for all, which notes what is asked.
    const stop = run();
    await shown(position);
    await stop();
    await model.pool.query(`update questions.version set state = 'waiting', position = 0 where id = $1`, [
      id,
    ]);
    await model.pool.query('delete from questions.fact');
    await model.pool.query('delete from questions.started');
    await model.pool.query('delete from questions.note');
    let kills = 0;
    for (let result = 'aborted'; result === 'aborted'; kills += 1) {
      const killing = new AbortController();
      const [version] = await unfinished(model.pool);
      if (!version) throw new Error('there is nothing to compute');
      const mortal = { ...store, subscribe: killedAfterTwo(store, killing) };
      const deps = { pool: model.pool, store: mortal, log: silent, signal: killing.signal };
      result = await computeVersion(deps, version, 3);
    }
    expect(kills).toBeGreaterThan(3);
    expect(await factsOf(id)).toEqual(expected(events, { ...plain, startKind: 'opened', endKind: 'closed' }));
  });
});

/** The second batch is taken in, and what comes after it never is. */
const killedAfterTwo = (store: EventStore, killing: AbortController): EventStore['subscribe'] =>
  async function* (options) {
    let count = 0;
    for await (const batch of store.subscribe(options)) {
      if (count === 2) killing.abort();
      count += 1;
      yield batch;
    }
  };

describe('a question', () => {
  const open = { ...plain, startKind: 'opened' as const, endKind: 'closed' as const };
  const statesOf = async (questionId: string) =>
    (
      await model.pool.query<{ number: number; state: string }>(
        'select number, state from questions.version where question_id = $1 order by number',
        [questionId],
      )
    ).rows;

  it('that is changed has another version; the old one stays, and both go on', async () => {
    await forget();
    const { company, store, say, run } = openCompany('changed');
    const events = storyOf(samples[1] ?? [], company, begin);
    await appendStory(store, events.slice(0, 40));
    const stop = run();
    const first = await say(0, open);
    await allLive(company, 1);
    await say(0, { ...open, name: 'Another name', grouping: 'month' }, 'QuestionChanged');
    await appendStory(store, events.slice(40, 50));
    const second = await say(0, plain, 'QuestionChanged');
    const last = await appendStory(store, events.slice(50));
    await allLive(company, 2);
    await shown(last);
    await stop();
    expect(await statesOf(first.questionId)).toEqual([
      { number: 1, state: 'live' },
      { number: 2, state: 'live' },
    ]);
    expect(await factsOf(first.id)).toEqual(expected(events, open));
    expect(await factsOf(second.id)).toEqual(expected(events, plain));
  });

  it('that is cancelled stands still, and goes on where it stood when somebody wants it after all', async () => {
    await forget();
    const { company, store, say, run } = openCompany('cancelled');
    const events = storyOf(samples[2] ?? [], company, begin);
    await appendStory(store, events);
    const { id, questionId } = await say(0, { ...open, computing: 'no' });
    const stop = run();
    const other = await say(1, open);
    await allLive(company, 1);
    expect(await statesOf(questionId)).toEqual([{ number: 1, state: 'cancelled' }]);
    expect(await factsOf(id)).toEqual([]);
    await say(0, { ...open, computing: 'yes' }, 'QuestionChanged');
    await allLive(company, 2);
    await stop();
    expect(await factsOf(id)).toEqual(await factsOf(other.id));
    expect(await factsOf(id)).toEqual(expected(events, open));
  });

  it('that is changed while it is computed, or stands still, is computed in its new version alone', async () => {
    await forget();
    const { company, store, say, run } = openCompany('replaced');
    await appendStory(store, storyOf(samples[2] ?? [], company, begin));
    const stop = run();
    const { questionId } = await say(0, { ...open, computing: 'no' });
    await say(0, { ...plain, computing: 'no' }, 'QuestionChanged');
    const { position } = await say(0, { ...plain, computing: 'yes' }, 'QuestionChanged');
    await allLive(company, 1);
    await shown(position);
    await stop();
    expect(await statesOf(questionId)).toEqual([
      { number: 1, state: 'cancelled' },
      { number: 2, state: 'live' },
    ]);
  });

  it('that stands still hears nothing of what happens, and all of it when it goes on', async () => {
    await forget();
    const { company, store, say, run } = openCompany('deaf');
    const events = storyOf(samples[3] ?? [], company, begin);
    await appendStory(store, events.slice(0, 30));
    const { id, position } = await say(0, { ...open, computing: 'no' });
    const stop = run();
    await shown(await appendStory(store, events.slice(30)));
    const heard = await model.pool.query('select heard::float8 as heard from questions.version');
    expect(heard.rows).toEqual([{ heard: position }]);
    await say(0, { ...open, computing: 'yes' }, 'QuestionChanged');
    await allLive(company, 1);
    await stop();
    expect(await factsOf(id)).toEqual(expected(events, open));
  });

  it('is answered the same when everything is computed anew, whatever was said of it meanwhile', async () => {
    await forget();
    const { company, store, say, run } = openCompany('rebuilt');
    const events = storyOf(samples[6] ?? [], company, begin);
    const part = (from: number, until?: number) => appendStory(store, events.slice(from, until));
    await part(0, 40);
    const first = run();
    await say(0, open);
    await say(1, plain);
    await allLive(company, 2);
    await first();
    // Another version is stopped before it is computed: none of those that were.
    await say(0, plain, 'QuestionChanged');
    await say(0, { ...plain, computing: 'no' }, 'QuestionChanged');
    const stop = run();
    await part(40, 60);
    // And one that was stopped goes on in the end.
    await say(2, { ...open, computing: 'no' });
    await say(1, { ...open, clock: 'business' }, 'QuestionChanged');
    await say(3, plain);
    await say(3, {}, 'QuestionRemoved');
    await part(60);
    await say(2, { ...open, computing: 'yes' }, 'QuestionChanged');
    await say(4, { ...plain, startKind: 'opened', endKind: 'accepted' });
    const kept = async () =>
      (
        await model.pool.query(
          `select question_id, number, definition, count::int, state = 'live' as live,
             (select count(*)::int from questions.started s where s.version_id = v.id) as started,
             (select coalesce(md5(string_agg(f::text, ' ' order by f.id)), '') from questions.fact f where f.version_id = v.id) as facts
           from questions.version v where company_id = $1 order by question_id, number`,
          [company],
        )
      ).rows;
    const last = await store.head();
    const lives = async () => (await kept()).map(({ live }) => live);
    const wanted = [true, false, true, true, true, true];
    const settled = () => expect.poll(async () => (await lives()).toSorted()).toEqual(wanted.toSorted());
    await settled();
    await shown(last);
    const before = await kept();
    await stop();
    await forget();
    const stopAgain = run();
    await shown(last);
    await settled();
    await stopAgain();
    expect(await kept()).toEqual(before);
  });

  it('that is cancelled while it is computed stops at the next batch', async () => {
    await forget();
    const { company, store, say, run } = openCompany('stopped');
    await appendStory(store, storyOf(samples[3] ?? [], company, begin));
    const stop = run();
    const { position, id } = await say(0, open);
    await shown(position);
    await stop();
    const reset = `update questions.version set state = 'computing', position = 0 where id = $1 returning id`;
    await model.pool.query(reset, [id]);
    const [version] = await unfinished(model.pool);
    if (!version) throw new Error('there is nothing to compute');
    const subscribe: EventStore['subscribe'] = async function* (options) {
      for await (const batch of store.subscribe(options)) {
        yield batch;
        await model.pool.query(`update questions.version set state = 'cancelled' where id = $1`, [id]);
      }
    };
    const signal = new AbortController().signal;
    const deps = { pool: model.pool, store: { ...store, subscribe }, log: silent, signal };
    expect(await computeVersion(deps, version, 5)).toBe('stopped');
  });

  it('that is removed leaves nothing', async () => {
    await forget();
    const { company, store, say, run } = openCompany('removed');
    await appendStory(store, storyOf(samples[4] ?? [], company, begin));
    const stop = run();
    await say(0, open);
    await allLive(company, 1);
    const { position } = await say(0, {}, 'QuestionRemoved');
    await shown(position);
    await stop();
    for (const table of ['version', 'note', 'started', 'fact'])
      expect([table, (await model.pool.query(`select from questions.${table}`)).rows]).toEqual([table, []]);
  });

  it('counts nothing that tells who somebody is, and nothing of other companies', async () => {
    await forget();
    const store = openMemoryStore();
    const [ours, theirs] = [openCompany('ours', store), openCompany('theirs', store)];
    const own = storyOf(samples[5] ?? [], ours.company, begin);
    await appendStory(store, own);
    await appendStory(store, storyOf(samples[0] ?? [], theirs.company, begin));
    const stop = ours.run();
    const { id } = await ours.say(0, open);
    const other = await theirs.say(0, open);
    await allLive(ours.company, 1);
    await allLive(theirs.company, 1);
    await stop();
    expect(await factsOf(id)).toEqual(expected(own, open));
    const { rows } = await model.pool.query(
      `select to_jsonb(f)::text as row from questions.fact f
       union all select note::text from questions.note`,
    );
    expect(rows.map(({ row }) => row).join()).not.toMatch(/words|@s\b|5511/);
    const visible = await model.tenants.read(ours.company, db =>
      db.query('test_facts', 'select distinct version_id as id from questions.fact', []),
    );
    expect(visible).toEqual([{ id }]);
    expect(deriveId(id)).not.toBe(other.id);
  });
});
