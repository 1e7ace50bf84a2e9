import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handle } from '#commands/handle.ts';
import { createStates } from '#commands/states.ts';
import { allEvents } from '#commands/testing/world.ts';
import type { AnswerFigures, QuestionsAnswer, VersionAnswer } from '#contracts/questions.ts';
import { mostQuestions } from '#domain/questions/definition.ts';
import { records } from '#domain/records/records.ts';
import { dayOf, defaultTimeZone } from '#domain/shared/calendar.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { must, type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let [analyst, ana, stranger]: Browser[] = [];
let anna: Awaited<ReturnType<Office['user']>>;
let [sales, support, connectionId, anaId] = ['', '', '', ''];

const body = {
  ...{ name: 'Da fila ao aceite', startKind: 'enteredQueue', endKind: 'accepted', clock: 'calendar' },
  ...{ queueId: null, connectionId: null, attendantId: null, tagId: null, grouping: 'queue' },
};

beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  const theirs = await openOffice(harness);
  sales = await office.queue('Vendas', '#112233');
  support = await office.queue('Suporte', '#332211');
  connectionId = await office.connection();
  anna = await office.user('Ana', { queueIds: [sales, support] });
  anaId = anna.userId;
  const numbers = await office.user('Numeros');
  const isAnalyst = {
    ...{ userId: numbers.userId, name: numbers.name, email: numbers.email, profile: 'user' as const },
    ...{ queueIds: [], connectionIds: [], analyst: true },
  };
  must(await harness.commands.user.change(office.context(), isAnalyst));
  for (const queueId of [sales, sales, support]) {
    const contactId = await office.contact();
    const ticketId = await office.pending({ contactId, connectionId, queueId });
    must(await harness.commands.ticket.accept(office.context(anna), { ticketId }));
  }
  const accounts = [numbers, anna, await theirs.user('Estranha', { profile: 'admin' })];
  await harness.caughtUp();
  [analyst, ana, stranger] = await Promise.all(
    accounts.map(async ({ email }) => {
      const browser = openBrowser(harness);
      await browser.login(email);
      return browser;
    }),
  );
});
afterAll(() => harness.close());

const list = async (browser = analyst): Promise<QuestionsAnswer> =>
  (await browser?.get('replay/questions'))?.body as QuestionsAnswer;
/** Waits for what is computed beside, by what shows in the database. */
const answered = async (questionId: string, count: number) => {
  const text = `select v.id from questions.version v where v.question_id = $1 and v.state = 'live'
    and (select count(*) from questions.fact f where f.version_id = v.id) >= $2 order by number desc`;
  await expect
    .poll(async () => (await harness.pool.query(text, [questionId, count])).rows.length, {
      timeout: 20_000,
    })
    .toBeGreaterThan(0);
  return ((await harness.pool.query<{ id: string }>(text, [questionId, count])).rows[0]?.id ?? '') as string;
};
const read = async (versionId: string, by = 'none', browser = analyst) => {
  const answer = await browser?.get(`replay/questions/versions/${versionId}?by=${by}`);
  return { status: answer?.status, body: answer?.body as VersionAnswer & { error?: string } };
};

describe('a question over all history', () => {
  let [questionId, versionId] = ['', ''];

  it('is answered by what was there before it, in all and by queue, month and person', async () => {
    const made = await analyst?.post('questions', body);
    expect(made?.status).toBe(201);
    questionId = made?.body.id;
    versionId = await answered(questionId, 3);
    await harness.caughtUp();
    const { questions, names } = await list();
    expect(questions).toMatchObject([
      {
        ...{ id: questionId, name: 'Da fila ao aceite', grouping: 'queue' },
        versions: [{ id: versionId, number: 1, state: 'live', progress: 1, count: 3 }],
      },
    ]);
    expect(names).toEqual({});
    const byQueue = await read(versionId, 'queue');
    expect(byQueue.body.total).toMatchObject({ count: 3 });
    expect(byQueue.body.rows).toMatchObject([
      { key: sales, name: 'Vendas', count: 2 },
      { key: support, name: 'Suporte', count: 1 },
    ]);
    const month = dayOf(new Date(), defaultTimeZone).slice(0, 7);
    expect(byQueue.body.months).toMatchObject([{ month, count: 3 }]);
    expect((await read(versionId, 'attendant')).body.rows).toMatchObject([{ key: anaId, name: 'Ana' }]);
    for (const by of ['connection', 'weekday', 'hour', 'month'])
      expect([by, (await read(versionId, by)).body.rows.reduce((sum, { count }) => sum + count, 0)]).toEqual([
        by,
        3,
      ]);
    expect((await read(versionId)).body.rows).toEqual([]);
  });

  it('is live from then on', async () => {
    const ticketId = await office.pending({
      contactId: await office.contact(),
      ...{ connectionId, queueId: support },
    });
    must(await harness.commands.ticket.accept(office.context(anna), { ticketId }));
    expect(await answered(questionId, 4)).toBe(versionId);
    expect((await read(versionId)).body.total.count).toBe(4);
  });

  it('that is changed has a second version beside the first, narrowed to what it asks for', async () => {
    await analyst?.put(`questions/${questionId}`, { ...body, queueId: sales });
    await expect.poll(() => answered(questionId, 2), { timeout: 20_000 }).not.toBe(versionId);
    await harness.caughtUp();
    const { questions, names } = await list();
    expect(questions[0]?.versions).toMatchObject([
      { number: 2, state: 'live', count: 2, definition: { queueId: sales } },
      { number: 1, state: 'live', count: 4, definition: { queueId: null } },
    ]);
    expect(names).toEqual({ [sales]: 'Vendas' });
    const renamed = await analyst?.put(`questions/${questionId}`, { ...body, name: 'Outro', queueId: sales });
    expect(renamed?.status).toBe(200);
    await harness.caughtUp();
    expect((await list()).questions[0]?.versions).toHaveLength(2);
  });

  it('is saved as a file in the words of the screens, with the numbers of its tables, and that is told of', async () => {
    const path = `replay/questions/versions/${versionId}/answer.csv`;
    const renamed = { ...body, name: '=1+1;2', queueId: sales };
    await analyst?.put(`questions/${questionId}`, renamed);
    await harness.caughtUp();
    const { body: shown } = await read(versionId, 'queue');
    const file = String((await analyst?.get(`${path}?by=queue&language=en`))?.body);
    const [heading, total, month, ...parts] = file.split('\r\n');
    const seconds = (ms: number | null) => String(Math.round((ms ?? 0) / 1_000));
    const cellsOf = ({ count, median, p90, average }: AnswerFigures) =>
      [count, seconds(median), seconds(p90), seconds(average)].join(';');
    expect(heading).toContain('Question;Version;Split by;Part;Count;Median (s)');
    expect(total).toBe(`"'=1+1;2";1;Total;;${cellsOf(shown.total)}`);
    expect(month).toMatch(/;1;Month;[A-Z][a-z]+ \d{4};4;/);
    expect(parts).toEqual([...shown.rows.map(row => `"'=1+1;2";1;Queue;${row.name};${cellsOf(row)}`), '']);
    const { questions } = await list();
    const [newest] = questions[0]?.versions ?? [];
    const both = String((await analyst?.get(`${path}?with=${newest?.id}`))?.body);
    expect(both.match(/;Total;/g)).toHaveLength(2);
    for (const browser of [ana, stranger])
      expect((await browser?.get(path))?.status).toBe(browser === ana ? 403 : 404);
    expect((await analyst?.get(`${path}?with=${crypto.randomUUID()}`))?.status).toBe(404);
    await analyst?.put(`questions/${questionId}`, { ...renamed, name: 'Outro' });
    await harness.caughtUp();
  });

  it('is for analysts and administrators, and of one company', async () => {
    expect((await ana?.get('replay/questions'))?.status).toBe(403);
    expect((await ana?.get('questions'))?.status).toBe(403);
    expect((await analyst?.get('questions'))?.status).toBe(200);
    expect((await read(versionId, 'none', ana)).status).toBe(403);
    expect((await ana?.post('questions', { ...body, name: 'De quem não pode' }))?.status).toBe(403);
    expect((await list(stranger)).questions).toEqual([]);
    expect(await read(versionId, 'none', stranger)).toMatchObject({
      ...{ status: 404, body: { error: 'ERR_NO_QUESTION_FOUND' } },
    });
    expect((await stranger?.delete(`questions/${questionId}`))?.status).toBe(404);
  });

  it('stops and goes on as somebody else has changed it meanwhile, for who may change it', async () => {
    const made = await analyst?.post('questions', { ...body, name: 'Parada', computing: 'no' });
    const at = `questions/${made?.body.id}`;
    const renamed = { ...body, name: 'De outra pessoa', computing: 'no', queueId: sales };
    expect((await analyst?.put(at, renamed))?.status).toBe(200);
    const turn = (computing: string, browser = analyst) => browser?.put(`${at}/computing`, { computing });
    expect((await turn('no'))?.status).toBe(200);
    expect((await turn('yes'))?.status).toBe(200);
    await answered(made?.body.id, 2);
    await harness.caughtUp();
    expect((await list()).questions.find(({ id }) => id === made?.body.id)).toMatchObject({
      ...{ name: 'De outra pessoa', definition: { queueId: sales } },
    });
    const computing = async () =>
      (await harness.pool.query('select computing from inbox.question where id = $1', [made?.body.id])).rows;
    expect(await computing()).toEqual([{ computing: 'yes' }]);
    expect((await turn('no', ana))?.status).toBe(403);
    expect((await turn('no', stranger))?.status).toBe(404);
    expect((await turn('maybe'))?.status).toBe(400);
    await analyst?.delete(at);
    await harness.caughtUp();
  });

  it('that is answered is not stopped any more: computed anew, it would be left without an answer', async () => {
    const events = async () =>
      (await allEvents(harness.store)).filter(({ entityId }) => entityId === questionId);
    const before = await events();
    const answer = await analyst?.put(`questions/${questionId}/computing`, { computing: 'no' });
    expect(answer?.status).toBe(200);
    expect(await events()).toEqual(before);
    const refused = await ana?.put(`questions/${questionId}/computing`, { computing: 'no' });
    expect(refused?.body.error).toBe('ERR_NO_PERMISSION');
  });

  it('is answered the same when everything is computed anew, and after an erasure', async () => {
    const versions = async () => (await list()).questions.flatMap(({ versions: own }) => own);
    const answers = async () =>
      Promise.all((await versions()).map(async ({ id }) => (await read(id, 'queue')).body));
    const before = await answers();
    expect(before.length).toBeGreaterThan(1);
    const contactIds = (await allEvents(harness.store)).flatMap(({ type, entityId }) =>
      type === 'ContactCreated' ? [entityId] : [],
    );
    await harness.keys.destroy(office.companyId, contactIds);
    await harness.pool.query('truncate questions.progress, questions.version, questions.note cascade');
    // Whoever follows the log finds with the next event that nothing is read yet.
    await office.pending({ contactId: await office.contact(), connectionId, queueId: sales });
    const live = async () => (await versions()).map(({ state }) => state);
    await expect.poll(live, { timeout: 20_000 }).toEqual(before.map(() => 'live'));
    expect(await answers()).toEqual(before);
  });

  it('is refused where it is none', async () => {
    for (const wrong of [
      { startKind: 'x' },
      { clock: 'x' },
      { grouping: 'x' },
      { name: 'x' },
      { queueId: 'x' },
    ])
      expect([
        wrong,
        (await analyst?.post('questions', { ...body, name: 'Nova', ...wrong }))?.status,
      ]).toEqual([wrong, 400]);
    expect((await analyst?.get(`replay/questions/versions/${versionId}?by=x`))?.status).toBe(400);
    expect((await analyst?.post('questions', { ...body, name: 'OUTRO' }))?.body).toMatchObject({
      error: 'ERR_QUESTION_ALREADY_EXISTS',
    });
  });

  it('that cannot be read hides no other', async () => {
    const broken = `insert into inbox.question select (jsonb_populate_record(q, jsonb_build_object('id', gen_random_uuid(),
      'name', 'Ilegível', 'start_kind', 'unheard of'))).* from inbox.question q where q.id = $1 returning id`;
    const { rows } = await harness.pool.query<{ id: string }>(broken, [questionId]);
    expect((await list()).questions.map(({ id }) => id)).toEqual([questionId]);
    await harness.pool.query('delete from inbox.question where id = $1', [rows[0]?.id]);
  });

  it('is one of so many at most, with those of before they were counted', async () => {
    const { actions, decide } = records.question;
    const id = crypto.randomUUID();
    const asked = { id, userId: anna.userId, mayShare: true };
    const made = await handle(office.context(), {
      ...{ states: createStates(harness.store).question, id, action: actions.create },
      decide: state => decide.create(asked, { ...body, name: 'De antes' }, state),
    });
    must(made.outcome);
    await harness.caughtUp();
    for (let number = 2; number < mostQuestions; number += 1) {
      const made = await analyst?.post('questions', { ...body, name: `Pergunta ${number}` });
      expect([number, made?.status]).toEqual([number, 201]);
    }
    const refused = await analyst?.post('questions', { ...body, name: 'Uma a mais' });
    expect(refused).toMatchObject({ status: 409, body: { error: 'ERR_TOO_MANY_QUESTIONS' } });
    const noRight = await ana?.post('questions', { ...body, name: 'De quem não pode' });
    expect(noRight).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
    await analyst?.delete(`questions/${questionId}`);
    expect((await analyst?.post('questions', { ...body, name: 'Uma a mais' }))?.status).toBe(201);
  });
});
