import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DamagedLog } from './damage.ts';
import { endMarkOf } from './end-mark.ts';
import { inspectFile } from './inspection.ts';
import type { ProposedEvent } from './log-types.ts';
import { type Node, openNode } from './node.ts';
import type { Answer, Request } from './transaction.ts';

const trials = 40;
/** The trials wait for the disk, which others may use. */
const patience = { timeout: 120_000 };
const names = Array.from({ length: 60 }, (_, index) => `message-company.${index}`);

/** Mulberry32: the same trials in each run. */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};

const ask = (node: Node, request: Omit<Request, 'deadline'>): Promise<Answer> =>
  new Promise(resolve => node.submit({ ...request, deadline: Number.POSITIVE_INFINITY }, resolve));

const eventOf = (random: () => number): ProposedEvent => ({
  id: crypto.randomUUID(),
  type: random() < 0.5 ? 'MessageReceived' : 'MessageRead',
  isJson: true,
  data: Buffer.from(JSON.stringify({ text: 'x'.repeat(Math.floor(random() * 300)) })),
  metadata: Buffer.from('{"at":"2026-01-01"}'),
});

const append = (node: Node, stream: string, events: readonly ProposedEvent[]) =>
  ask(node, { kind: 'append', stream, expected: 'any', events });

const write = async (node: Node, count: number, random: () => number): Promise<void> => {
  for (let done = 0; done < count; done += 1) {
    const stream = names[Math.floor(random() * names.length)] ?? '';
    expect(await append(node, stream, [eventOf(random)])).toMatchObject({ kind: 'done' });
  }
};

/** All that the log says: from both ends, and each stream by its name. */
const readAll = (node: Node): string => {
  const last = node.log.last();
  const said: unknown[] = [last];
  for (let next = 0; next < last; ) {
    const page = node.log.after(next, 100);
    if (page.length === 0) break;
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
    said.push(
      ...page.map(each => [each.place, each.stream, each.revision, each.id, each.type, each.created]),
    );
    said.push(...page.map(each => [each.isJson, hex(each.data), hex(each.metadata)]));
    next += page.length;
  }
  said.push(node.storage.pageOfAll({ from: last, limit: 50, direction: 'backwards' }).map(({ id }) => id));
  for (const name of [...names, 'never']) {
    const stream = node.storage.findStream(name);
    said.push(stream ?? null);
    if (!stream) continue;
    for (const direction of ['forwards', 'backwards'] as const) {
      const from = direction === 'forwards' ? 0 : stream.lastRevision;
      said.push(node.storage.pageOfStream(stream.id, { from, limit: 1000, direction }).map(({ id }) => id));
    }
  }
  return JSON.stringify(said);
};

describe('bits that flip in the log', () => {
  let folder: string;
  let truth: string;
  const [closed, killed] = ['closed.db', 'killed.db'];
  const at = (name: string) => join(folder, name);

  const keep = (file: string, as: string): void => {
    for (const end of ['', '-wal', '-end'])
      if (existsSync(`${file}${end}`)) copyFileSync(`${file}${end}`, `${at(as)}${end}`);
  };

  /** Part of the log is in the file and part of it in what was written ahead. */
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'eventstore-flips-'));
    const random = seeded(1);
    const working = at('working.db');
    let node = openNode(working, () => undefined);
    await write(node, 400, random);
    node.storage.close();
    node = openNode(working, () => undefined);
    await write(node, 200, random);
    truth = readAll(node);
    keep(working, killed);
    node.storage.close();
    keep(working, closed);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const flip = (file: string, random: () => number): void => {
    const bytes = readFileSync(file);
    const flips = 1 + Math.floor(random() * 3);
    for (let done = 0; done < flips; done += 1) {
      const place = Math.floor(random() * bytes.length);
      bytes[place] = (bytes[place] ?? 0) ^ (1 << Math.floor(random() * 8));
    }
    writeFileSync(file, bytes);
  };

  /** What somebody sees who starts the node, reads all that there is, and then writes. */
  const meet = async (file: string): Promise<'whole' | 'damage' | 'silence'> => {
    const told: DamagedLog[] = [];
    let node: Node;
    try {
      node = openNode(file, damage => told.push(damage));
    } catch (error) {
      expect(error).toBeInstanceOf(DamagedLog);
      return 'damage';
    }
    try {
      await node.inspected;
      if (readAll(node) === truth) return told.length > 0 ? 'damage' : 'whole';
      return 'silence';
    } catch (error) {
      expect(error).toBeInstanceOf(DamagedLog);
      expect(told).toHaveLength(1);
      const answer = await append(node, 'message-company.late', [eventOf(() => 0)]);
      expect(answer).toMatchObject({
        kind: 'failed',
        message: expect.stringContaining('the log is damaged'),
      });
      return 'damage';
    } finally {
      node.stopping.abort();
      await node.inspected;
      node.storage.close();
    }
  };

  it.each([
    ['the file of a node that was closed', closed, ''],
    ['the file of a node that was killed', killed, ''],
    ['what a killed node had written ahead', killed, '-wal'],
  ])('are never silent in %s', patience, async (_, kept, end) => {
    const outcomes = { whole: 0, damage: 0, silence: 0 };
    for (let trial = 1; trial <= trials; trial += 1) {
      const file = at(`trial-${trial}${kept}`);
      keep(at(kept), `trial-${trial}${kept}`);
      flip(`${file}${end}`, seeded(trial));
      outcomes[await meet(file)] += 1;
      for (const part of ['', '-wal', '-end']) rmSync(`${file}${part}`, { force: true });
    }
    expect(outcomes).toMatchObject({ silence: 0 });
    expect(outcomes.damage).toBeGreaterThan(trials / 2);
  });

  const signal = new AbortController().signal;
  const walk = (file: string) =>
    inspectFile(file, { signal }).then(
      ({ damaged, others }) => damaged.length + others.length,
      (error: unknown) => (error instanceof DamagedLog ? 1 : Promise.reject(error)),
    );

  it('are found by a walk through the file wherever a reader would meet them', patience, async () => {
    keep(at(closed), 'walked.db');
    expect(await walk(at('walked.db'))).toBe(0);
    for (let trial = 1; trial <= trials; trial += 1) {
      keep(at(closed), 'walked.db');
      flip(at('walked.db'), seeded(trial));
      if ((await walk(at('walked.db'))) > 0) continue;
      expect(await meet(at('walked.db'))).toBe('whole');
    }
  });

  it('are found by a walk in what tables and columns are called, which keeps a node from starting', async () => {
    for (const name of [
      'soft_deleted',
      'REFERENCES streams',
      'streams_name_again ON',
      'STRICT',
      'NOT NULL',
    ]) {
      keep(at(closed), 'renamed.db');
      const bytes = readFileSync(at('renamed.db'));
      const place = bytes.indexOf(name) + name.length - 1;
      bytes[place] = (bytes[place] ?? 0) ^ 1;
      writeFileSync(at('renamed.db'), bytes);
      expect([name, await walk(at('renamed.db'))]).not.toEqual([name, 0]);
    }
  });

  it('are noticed when the end of the log is gone', () => {
    keep(at(closed), 'shorter.db');
    copyFileSync(at(killed), at('shorter.db'));
    expect(() => openNode(at('shorter.db'), () => undefined)).toThrow(
      'the log ends at event 400, and event 600 was stored',
    );
    rmSync(endMarkOf(at('shorter.db')));
    openNode(at('shorter.db'), () => undefined).storage.close();
  });
});
