import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamName } from '#domain/shared/stream.ts';
import { openConnection } from '#eventstore/connection.ts';
import { copyLog } from '#eventstore/copy/copy-log.ts';
import { endOfLog, readLog } from '#eventstore/copy/read-log.ts';
import type { LogRecord } from '#eventstore/copy/record.ts';
import { startEmbeddedNode } from '#eventstore/embedded/server.ts';
import { growTree } from '#eventstore/integrity/merkle.ts';
import { openStoredEvents } from '#eventstore/integrity/stored-events.ts';
import { noStream } from '#eventstore/types.ts';
import { findingOf, historyHealth } from './findings.ts';
import { doNextRun, lastNight } from './run-verifications.ts';
import { historyState, nextRun, requestNightlyRuns, requestRun, requestRunsOfNews } from './runs.ts';
import { type Archive, openArchive } from './testing/archive.ts';
import { companyId, keyOf, leavesOf } from './testing/histories.ts';
import { resetTrees, treesOf } from './tree-rows.ts';

const other = randomUUID();
const at = '2026-01-02T03:04:05.678Z';
let archive: Archive;
let contactId: string;

/** A company's contact that is renamed so often: one event each, with personal data. */
const write = async (count: number, of = companyId): Promise<string> => {
  const id = randomUUID();
  const metadata = { companyId: of, actor: { kind: 'system' }, at, commandId: randomUUID() } as const;
  const events = Array.from({ length: count }, (_, n) => {
    const data = { contactId: id, name: `Clara ${n}`, email: null, queueId: null };
    const event = { type: 'ContactChanged', data } as const;
    return { id: randomUUID(), event, metadata, persons: [id] };
  });
  await archive.store.append(streamName('contact', of, id), noStream, events);
  return id;
};

const linesOf = (of = companyId) => readFileSync(archive.files.pathOf(of), 'utf8').trim().split('\n');
const treeOf = async (of = companyId) => (await treesOf(archive.pool, [of]))[0];
const rootOf = async () => {
  const tree = await treeOf();
  return tree && growTree(tree.frontier).root().toString('hex');
};
/** With other metadata. */
const saying = (record: LogRecord, change: object): LogRecord => ({
  ...record,
  metadata: {
    json: { ...Object(record.metadata && 'json' in record.metadata && record.metadata.json), ...change },
  },
});
const isOurs = ({ stream }: LogRecord) => stream.includes(companyId);
/** Of the company's n-th event among all records. */
const placeOf = (records: readonly LogRecord[], sequence: number) => {
  const found = records.filter(isOurs)[sequence - 1];
  return found ? records.indexOf(found) : -1;
};

const reportForged = async (forge: (records: LogRecord[]) => LogRecord[]) =>
  (await archive.verifyForged(forge)).report;

describe('the integrity of the history', () => {
  beforeAll(async () => {
    archive = await openArchive();
    contactId = await write(70);
    await write(3, other);
    await write(10);
    await archive.follow();
    await archive.sign();
    await archive.follow();
    await write(5);
    await archive.follow();
  });
  afterAll(() => archive?.end());

  it('keeps the tree of each company apart, checkpoints and all, as it is hashed all at once', async () => {
    const events = (
      await Array.fromAsync(archive.stored.ofCompany(companyId, AbortSignal.timeout(20_000)))
    ).flat();
    expect(events).toHaveLength(86);
    const obvious = growTree();
    for (const { hash } of leavesOf(events)) obvious.add(hash);
    expect(await rootOf()).toBe(obvious.root().toString('hex'));
    expect(await treeOf(other)).toMatchObject({ frontier: { size: 4 }, checkpoints: 1, uncovered: 0 });
  });

  it('says what checkpoints prove, and what none covers yet', async () => {
    expect(await archive.verify()).toMatchObject({
      ...{ size: 86, kept: 86, keptDiffers: false, fault: null, checkpointsInLog: 1, checkpointsOutside: 1 },
      ...{ outside: { sequence: 80 }, signed: { sequence: 80 } },
    });
  });

  it('writes no checkpoint for an idle company, and none because of a checkpoint', async () => {
    expect((await treeOf())?.uncovered).toBe(5);
    await archive.sign(6);
    await archive.follow();
    expect(await treeOf()).toMatchObject({ checkpoints: 1, frontier: { size: 86 } });
    expect(await archive.sign()).toBe(1);
    await archive.follow();
    for (let n = 0; n < 3; n += 1) {
      expect(await archive.sign()).toBe(0);
      await archive.follow();
    }
    expect(await treeOf()).toMatchObject({ checkpoints: 2, checkpointSize: 86, uncovered: 0 });
    expect(linesOf()).toHaveLength(2);
    expect(linesOf(other)).toHaveLength(1);
  });

  it('writes one checkpoint where two processes sign and follow at once', async () => {
    await write(4);
    await archive.follow();
    await Promise.all([archive.sign(), archive.sign()]);
    await archive.sign();
    await Promise.all([archive.follow(), archive.follow()]);
    await archive.follow();
    expect(await treeOf()).toMatchObject({ checkpoints: 3, checkpointSize: 91 });
    expect(linesOf()).toHaveLength(3);
    expect(await archive.verify()).toMatchObject({ size: 92, fault: null, outside: { sequence: 91 } });
  });

  it('makes the same trees again from the log, and signs nothing anew meanwhile', async () => {
    const [root, tree] = [await rootOf(), await treeOf()];
    await resetTrees(archive.pool);
    await archive.follow(3, 10);
    expect((await treeOf())?.frontier.size).toBeLessThan(80);
    const head = await archive.store.head();
    expect(await archive.sign()).toBeGreaterThan(0);
    expect(await archive.store.head()).toBe(head);
    await archive.follow();
    expect(await rootOf()).toBe(root);
    expect(await treeOf()).toEqual(tree);
    expect(linesOf()).toHaveLength(3);
  });

  it('names an event of which a byte was changed, by an editor of the store that makes all else fit', async () => {
    let named = '';
    const { fault, outside } = await reportForged(records => {
      const index = placeOf(records, 42);
      const record = records[index];
      named = record?.id ?? '';
      return records.map((each, n) => (n === index ? { ...each, data: { json: { name: 'X' } } } : each));
    });
    expect(fault).toMatchObject({ kind: 'changed', sequence: 42, eventId: named, evidence: 'outside' });
    expect(fault).toMatchObject({ type: 'ContactChanged', position: 42 * 128 });
    expect(outside).toBeNull();
  });

  it('names an event that was removed or inserted', async () => {
    let named: string | undefined;
    const removed = await reportForged(records => {
      const index = placeOf(records, 82);
      named = records[index]?.id;
      return records.toSpliced(index, 1);
    });
    expect(removed).toMatchObject({
      fault: { kind: 'missing', sequence: 82, eventId: named },
      outside: { sequence: 80 },
    });
    const id = randomUUID();
    const inserted = await reportForged(records => {
      const index = placeOf(records, 82);
      const like = records[index];
      return like ? records.toSpliced(index, 0, { ...like, id }) : records;
    });
    expect(inserted.fault).toMatchObject({
      kind: 'inserted',
      sequence: 82,
      eventId: id,
      evidence: 'outside',
    });
  });

  it.each<[string, (record: LogRecord, next: LogRecord) => readonly LogRecord[], string]>([
    ['has another type', (record, next) => [{ ...record, type: 'ContactCreated' }, next], 'changed'],
    [
      'says another actor',
      (record, next) => [saying(record, { actor: { kind: 'policy', name: 'x' } }), next],
      'changed',
    ],
    [
      'says another time',
      (record, next) => [saying(record, { at: '2026-01-02T03:04:05.679Z' }), next],
      'changed',
    ],
    ['has another id', (record, next) => [{ ...record, id: randomUUID() }, next], 'changed'],
    [
      'stands in another stream',
      (record, next) => [{ ...record, stream: next.stream.replace(/.$/, 'x') }, next],
      'changed',
    ],
    ['has changed its place with the next', (record, next) => [next, record], 'moved'],
    ['is there twice', (record, next) => [record, { ...record, id: randomUUID() }, next], 'inserted'],
    [
      'is another company’s',
      (record, next) => [{ ...record, stream: record.stream.replace(companyId, other) }, next],
      'missing',
    ],
    ['has lost what it said', (record, next) => [{ ...record, data: { json: {} } }, next], 'changed'],
  ])('finds an event that %s', async (_, forge, kind) => {
    const { fault, outside } = await reportForged(records => {
      const index = placeOf(records, 42);
      const [record, next] = [records[index], records[index + 1]];
      return record && next ? records.toSpliced(index, 2, ...forge(record, next)) : records;
    });
    expect(fault).toMatchObject({ kind, evidence: 'outside' });
    expect(fault?.sequence).toBeGreaterThanOrEqual(42);
    expect(fault?.sequence).toBeLessThanOrEqual(43);
    expect(outside).toBeNull();
  });

  it('finds by the file outside that the end was cut off, of log and database alike', async () => {
    const cut = (records: LogRecord[]) => records.slice(0, placeOf(records, 81));
    const withRows = await reportForged(cut);
    expect(withRows.fault).toMatchObject({ kind: 'cut-off', sequence: 81, evidence: 'outside' });
    expect(withRows.fault?.eventId).not.toBeNull();
    await archive.pool.query('create table public.kept as select * from integrity.leaves');
    await archive.pool.query('delete from integrity.leaves');
    const without = await reportForged(cut);
    await archive.pool.query('insert into integrity.leaves select * from public.kept');
    expect(without).toMatchObject({
      fault: { kind: 'cut-off', sequence: 81, until: 86, evidence: 'outside' },
      outside: { sequence: 80 },
    });
  });

  it('is not touched by the erasure of a person, of whom only what is encrypted is stored', async () => {
    await archive.keys.destroy(companyId, [contactId]);
    expect((await archive.store.load(streamName('contact', companyId, contactId)))[0]).toMatchObject({
      erased: true,
    });
    expect(await archive.verify()).toMatchObject({ size: 92, fault: null, outside: { sequence: 91 } });
  });

  it('is the same on another server that the log was copied to', async () => {
    const place = mkdtempSync(join(archive.folder, 'copy-'));
    const copy = await startEmbeddedNode({ file: join(place, 'events.db') });
    const [source, target] = [openConnection(archive.node.url), openConnection(copy.url)];
    const upTo = await endOfLog(source);
    await copyLog({ source: () => readLog(source, upTo), target, signal: AbortSignal.timeout(30_000) });
    const stored = openStoredEvents({ connectionString: copy.url });
    expect(await archive.verify(stored)).toMatchObject({ size: 92, fault: null, outside: { sequence: 91 } });
    await Promise.all([source.close(), target.close(), stored.close()]);
    await copy.close();
  });

  it('goes on with a file whose last line a crash has left half written', async () => {
    appendFileSync(archive.files.pathOf(companyId), '{"companyId":"');
    await write(1);
    await archive.follow();
    await archive.sign();
    await archive.follow();
    expect(linesOf()).toHaveLength(5);
    expect(await archive.verify()).toMatchObject({ fault: null, damagedLines: 1, outside: { sequence: 93 } });
  });
});

describe('runs that begin by themselves', () => {
  const log = pino({ level: 'silent' });
  const run = () => doNextRun({ ...archive.parts, pool: archive.pool, publicKey: key, log });
  const runs = async (): Promise<number> => {
    for (let count = 0; ; count += 1) if (!(await run())) return count;
  };
  const key = keyOf(1).publicKey;
  const state = async () => (await historyState(archive.pool, companyId)).run;
  const night = new Date(Date.now() - 60_000);
  /** How many events were read of a company since. */
  const read = () => {
    const { stored } = archive.parts;
    let count = 0;
    async function* counted(...of: Parameters<typeof stored.ofCompany>) {
      for await (const page of stored.ofCompany(...of)) {
        count += page.length;
        yield page;
      }
    }
    const verify = () =>
      doNextRun({
        ...{ ...archive.parts, pool: archive.pool, publicKey: key, log },
        stored: { ...stored, ofCompany: counted },
      });
    return { verify, count: () => count };
  };

  beforeAll(async () => {
    archive = await openArchive();
    await write(70);
    await archive.follow();
    await archive.sign();
    await archive.follow();
    await write(5);
    await archive.follow();
  });
  afterAll(() => archive?.end());

  it('verifies every night what was not verified since, and everything before', async () => {
    await write(2, other);
    await archive.follow();
    await requestNightlyRuns(archive.pool, night);
    expect(await runs()).toBe(2);
    expect(await state()).toMatchObject({ report: { size: 76, fault: null }, wholeAt: expect.any(String) });
    await requestNightlyRuns(archive.pool, night);
    expect(await runs()).toBe(0);
    await requestNightlyRuns(archive.pool, new Date(Date.now() + 60_000));
    expect(await runs()).toBe(2);
  });

  it('is at three in the morning', () => {
    const three = (day: string) => new Date(`${day}T06:00:00.000Z`);
    expect(lastNight(new Date('2026-03-04T12:00:00.000Z'))).toEqual(three('2026-03-04'));
    expect(lastNight(new Date('2026-03-04T05:59:00.000Z'))).toEqual(three('2026-03-03'));
  });

  it('verifies at each start what is new alone, behind the newest checkpoint that holds', async () => {
    await write(4);
    await archive.follow();
    const whole = (await state())?.wholeAt;
    await requestRunsOfNews(archive.pool);
    const reading = read();
    while (await reading.verify());
    // Of this company ten behind its checkpoint; of the other one, which has none, both.
    expect(reading.count()).toBe(10 + 2);
    expect(await state()).toMatchObject({
      report: { size: 80, fault: null, signed: { sequence: 70 } },
      wholeAt: whole,
    });
  });

  it('finds what was changed of that, keeps since when, and looks at everything until it is well again', async () => {
    await archive.pool.query('create table public.kept_leaves as select * from integrity.leaves');
    await archive.pool.query(`update integrity.leaves set hashes = overlay(hashes placing '\\x00' from 320)
      where company_id = '${companyId}' and chunk = 1`);
    await requestRunsOfNews(archive.pool);
    await runs();
    expect((await state())?.report?.fault).toMatchObject({ kind: 'changed', sequence: 74, evidence: 'kept' });
    const found = await findingOf(archive.pool, companyId);
    expect(found).toMatchObject({ companyId, fault: { sequence: 74 } });
    expect(await findingOf(archive.pool, other)).toBeUndefined();
    await requestRunsOfNews(archive.pool);
    await runs();
    expect(await findingOf(archive.pool, companyId)).toEqual(found);
    expect((await historyHealth(archive.pool)).findings).toEqual([found]);

    await archive.pool.query('delete from integrity.leaves');
    await archive.pool.query('insert into integrity.leaves select * from public.kept_leaves');
    await requestRunsOfNews(archive.pool);
    const reading = read();
    while (await reading.verify());
    expect(reading.count()).toBe(80 + 2);
    expect(await historyHealth(archive.pool)).toMatchObject({
      findings: [],
      oldestWholeAt: expect.any(String),
    });
  });

  it('finds that the file outside has gone, until it is there again', async () => {
    const path = archive.files.pathOf(companyId);
    renameSync(path, `${path}-aside`);
    await requestRunsOfNews(archive.pool);
    await runs();
    expect((await state())?.report?.fault).toMatchObject({ kind: 'file-missing', sequence: 70 });
    renameSync(`${path}-aside`, path);
    await requestRunsOfNews(archive.pool);
    await runs();
    expect((await state())?.report?.fault).toBeNull();
  });

  it('names the first event that is gone where the log ends before what was proven', async () => {
    const { report } = await archive.verifyForged(
      records => records.slice(0, placeOf(records, 60)),
      await sinceOf(),
    );
    expect(report.fault).toMatchObject({ kind: 'cut-off', sequence: 60, evidence: 'outside' });
  });

  it('goes on with the next company where one cannot be verified', async () => {
    await requestRunsOfNews(archive.pool);
    const broken = {
      ...archive.parts.stored,
      ofStream: (...[stream, signal]: Parameters<typeof archive.parts.stored.ofStream>) => {
        if (stream.includes(companyId)) throw new TypeError('nobody foresaw this');
        return archive.parts.stored.ofStream(stream, signal);
      },
    };
    const deps = { ...archive.parts, pool: archive.pool, publicKey: key, log, stored: broken };
    let count = 0;
    while (await doNextRun(deps)) count += 1;
    expect(count).toBe(2);
    expect((await state())?.report?.fault).toMatchObject({ kind: 'unreadable' });
    expect((await historyState(archive.pool, other)).run?.report?.fault).toBeNull();
    await requestRun(archive.pool, companyId);
    expect(await runs()).toBe(1);
    expect((await state())?.report?.fault).toBeNull();
  });

  it('does the run over everything that is asked for while one over what is new waits', async () => {
    await requestRunsOfNews(archive.pool);
    await requestRun(archive.pool, companyId);
    const before = (await state())?.wholeAt ?? '';
    expect(await runs()).toBe(2);
    expect(((await state())?.wholeAt ?? '') > before).toBe(true);
  });

  const sinceOf = async () => {
    await requestRunsOfNews(archive.pool);
    for (;;) {
      const waiting = await nextRun(archive.pool);
      if (waiting?.companyId === companyId) return waiting.since;
      await run();
    }
  };
});

it('says that the store itself finds damage where a byte of its file was flipped', async () => {
  archive = await openArchive();
  // The node looks at the newest thousand when it starts.
  await write(1_010);
  await archive.follow();
  await archive.store.close();
  await archive.node.close();
  const file = new DatabaseSync(archive.file);
  file.exec(`update events set data = cast(replace(data, 'k', 'K') as blob) where position = 3`);
  file.close();
  const node = await startEmbeddedNode({ file: archive.file });
  const stored = openStoredEvents({ connectionString: node.url });
  expect((await archive.verify(stored)).fault).toMatchObject({ kind: 'unreadable', evidence: 'store' });
  await stored.close();
  await node.close();
  await archive.end();
});
