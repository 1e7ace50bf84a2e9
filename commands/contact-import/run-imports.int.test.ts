import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { newId } from '../ids.ts';
import { contactImportsPolicy } from '../policies/contact-imports-policy.ts';
import { followPolicy } from '../policies/follow-policy.ts';
import { type ImportRunner, startImportRunner } from '../testing/import-runner.ts';
import { openPolicyDatabase, type PolicyDatabase } from '../testing/policy-database.ts';
import { accepted, bySystem, companyId, createWorld, eventsOfType } from '../testing/world.ts';
import { countsOf, importJob, keepDraft, linesOf, settleDraft } from './import-rows.ts';

const store = openMemoryStore();
const { commands } = createWorld(store);
const stopping = new AbortController();
let database: PolicyDatabase;
let pool: pg.Pool;
let policy: Promise<void>;
let runners: ImportRunner[] = [];
beforeAll(async () => {
  database = await openPolicyDatabase();
  ({ pool } = database);
  const deps = { store, pool, log: pino({ level: 'silent' }), signal: stopping.signal };
  policy = followPolicy(deps, contactImportsPolicy);
});
const stopAll = async () => {
  const all = runners;
  runners = [];
  await Promise.all(all.map(({ stop }) => stop()));
};
afterEach(stopAll);
afterAll(async () => {
  stopping.abort();
  await policy;
  await database.close();
});

const run = (hooks: Parameters<typeof startImportRunner>[1] = {}): ImportRunner => {
  const runner = startImportRunner({ databaseUrl: database.url, store }, hooks);
  runners.push(runner);
  return runner;
};
const killed = async (runner: ImportRunner) => {
  runners = runners.filter(each => each !== runner);
  await runner.kill();
};

let numbers = 0;
const mobile = () => `55119${String(70_000_000 + ++numbers)}`;
const mapping = { name: 0, number: 1, email: 2, extra: [], areaCode: null };

/** A file of these rows, whose import has begun. */
const begin = async (rows: readonly (readonly string[])[]): Promise<string> => {
  const id = newId();
  const lines = rows.map((cells, index) => ({ line: index + 2, cells }));
  const headings = ['Nome', 'Fone', 'Email'];
  await keepDraft(pool, {
    ...{ id, companyId, userId: null, source: 'file', fileName: 'clientes.csv', headings, broken: [], lines },
  });
  const settings = { mapping, updates: true, connectionId: null };
  await settleDraft(pool, { id, companyId }, { settings, mayRename: true });
  const input = { importId: id, source: 'file' as const, rows: lines.length, connectionId: null };
  accepted(await commands.contactImport.start(bySystem(), input));
  return id;
};
const people = (count: number) =>
  Array.from({ length: count }, (_, index) => [`Gente ${index}`, mobile(), '']);
const statusOf = async (id: string) => (await importJob(pool, companyId, id))?.status;
const comesTo = (id: string, status: string) => expect.poll(() => statusOf(id)).toBe(status);
/** Which contacts there are because of an import. */
const madeBy = async (importId: string) =>
  (await eventsOfType(store, 'ContactCreated')).flatMap(({ data }) =>
    'importId' in data && data.importId === importId && 'number' in data ? [data.number] : [],
  );

/** Something that is waited for, and what it brings about. */
const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
};

const noting = /update contact_import\.line l set outcome/;

describe('an import whose process is killed', () => {
  /** An import with rows of every kind, of which one changes a contact that is there. */
  const mixed = async () => {
    const known = mobile();
    const contact = { contactId: newId(), name: 'Já Conhecida', number: known };
    accepted(await commands.contact.create(bySystem(), contact));
    const rows = people(40);
    const id = await begin([
      ...rows,
      ['Já Conhecida', known, 'conhecida@mail.example'],
      ['De Novo', rows[0]?.[1] ?? '', ''],
      ['Sem Número', '', ''],
    ]);
    return { id, numbers: rows.map(([, number]) => number) };
  };
  const isWhole = async ({ id, numbers }: Awaited<ReturnType<typeof mixed>>) => {
    await comesTo(id, 'finished');
    expect((await madeBy(id)).sort()).toEqual(numbers.sort());
    expect(await countsOf(pool, id)).toEqual({ new: 40, updated: 1, duplicate: 1, invalid: 1, ignored: 0 });
    const finished = (await eventsOfType(store, 'ContactImportFinished')).filter(
      ({ data }) => 'importId' in data && data.importId === id,
    );
    expect(finished.map(({ data }) => 'counts' in data && data.counts)).toEqual([await countsOf(pool, id)]);
    const lines = await linesOf(pool, id);
    const contactIds = lines.flatMap(({ outcome, contactId }) => (outcome === 'new' ? [contactId] : []));
    expect(new Set(contactIds).size).toBe(40);
  };

  it('goes on in another: no row twice, none missing, and the result adds up', async () => {
    const imported = await mixed();
    let done = 0;
    const halfway = gate();
    const never = gate();
    const first = run({
      afterRow: ({ importId }) => {
        if (importId !== imported.id) return;
        done += 1;
        if (done === 20) halfway.open();
        // Written, but the process never hears of it.
        return done >= 20 ? never.passed : undefined;
      },
    });
    await halfway.passed;
    await killed(first);
    expect(await countsOf(pool, imported.id)).toEqual({
      ...{ new: 0, updated: 0, duplicate: 1, invalid: 1, ignored: 0 },
    });
    expect((await madeBy(imported.id)).length).toBeGreaterThan(10);
    run();
    await isWhole(imported);
  });

  it('goes on where all rows were written and none was noted', async () => {
    const imported = await mixed();
    const failed = gate();
    let notes = 0;
    run({
      beforeQuery: text => {
        if (!noting.test(text)) return;
        notes += 1;
        if (notes !== 2) return;
        failed.open();
        throw new Error('the transaction failed');
      },
    });
    await failed.passed;
    expect(await madeBy(imported.id)).toHaveLength(40);
    run();
    await isWhole(imported);
  });

  it('ends as finished where only its end was not noted', async () => {
    const imported = await mixed();
    const finished = gate();
    const never = gate();
    const first = run({
      beforeQuery: text => {
        if (!text.startsWith('update contact_import.job set status')) return;
        finished.open();
        return never.passed;
      },
    });
    await finished.passed;
    await killed(first);
    expect(await statusOf(imported.id)).toBe('running');
    run();
    await isWhole(imported);
  });

  it('is undone wholly where the undo is killed, too', async () => {
    const { id } = await mixed();
    run();
    await comesTo(id, 'finished');
    await stopAll();
    accepted(await commands.contactImport.undo(bySystem(), { importId: id }));
    await comesTo(id, 'undoing');
    const noted = gate();
    const never = gate();
    const first = run({
      beforeQuery: text => {
        if (!text.startsWith('update contact_import.line l set undo')) return;
        noted.open();
        return never.passed;
      },
    });
    await noted.passed;
    await killed(first);
    run();
    await comesTo(id, 'undone');
    const undone = (await eventsOfType(store, 'ContactImportUndone')).at(-1);
    expect(undone?.data).toEqual({ importId: id, removed: 40, restored: 1, kept: 0 });
  });
});

it('an import ends although one of its rows cannot be imported, which is counted as invalid', async () => {
  let tried = 0;
  run({
    beforeRow: ({ line }) => {
      if (line !== 3) return;
      tried += 1;
      throw new TypeError('this row cannot be imported');
    },
  });
  const [id, next] = [await begin(people(3)), await begin(people(1))];
  for (const each of [id, next]) await comesTo(each, 'finished');
  expect(tried).toBe(1);
  expect(await madeBy(id)).toHaveLength(2);
  expect(await countsOf(pool, id)).toEqual({ new: 2, updated: 0, duplicate: 0, invalid: 1, ignored: 0 });
  expect((await linesOf(pool, id)).find(({ line }) => line === 3)).toMatchObject({ outcome: 'invalid' });
});

describe('two processes', () => {
  it('take different imports at the same time, never the same one', async () => {
    const atWork: [Set<string>, Set<string>] = [new Set(), new Set()];
    const both = gate();
    for (const mine of atWork)
      run({
        afterRow: ({ importId }) => {
          mine.add(importId);
          if (atWork.every(({ size }) => size > 0)) both.open();
          return both.passed;
        },
      });
    const ids = [await begin(people(3)), await begin(people(3)), await begin(people(3))];
    for (const id of ids) await comesTo(id, 'finished');
    const [one, other] = atWork;
    expect([...one].filter(id => other.has(id))).toEqual([]);
    expect(new Set([...one, ...other])).toEqual(new Set(ids));
    for (const id of ids) expect(await madeBy(id)).toHaveLength(3);
  });

  it('leave alone what the other brought to its end in the moment before', async () => {
    const chosen = gate();
    const over = gate();
    run({
      beforeQuery: text => {
        if (!text.includes('pg_try_advisory_lock')) return;
        chosen.open();
        return over.passed;
      },
    });
    const id = await begin(people(3));
    await chosen.passed;
    run();
    await comesTo(id, 'finished');
    accepted(await commands.contactImport.undo(bySystem(), { importId: id }));
    await comesTo(id, 'undone');
    const before = await importJob(pool, companyId, id);
    over.open();
    const next = await begin(people(1));
    await comesTo(next, 'finished');
    await stopAll();
    expect(await importJob(pool, companyId, id)).toEqual(before);
  });
});

it('an undo that is asked for while a cancelled import still ends is not forgotten', async () => {
  const written = gate();
  const go = gate();
  run({
    afterRow: () => {
      written.open();
      return go.passed;
    },
  });
  const id = await begin(people(5));
  await written.passed;
  accepted(await commands.contactImport.cancel(bySystem(), { importId: id }));
  accepted(await commands.contactImport.undo(bySystem(), { importId: id }));
  await comesTo(id, 'undoing');
  go.open();
  await comesTo(id, 'undone');
  expect((await eventsOfType(store, 'ContactImportUndone')).at(-1)?.data).toMatchObject({ removed: 5 });
});
