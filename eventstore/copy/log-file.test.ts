import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openNode } from '../embedded/node.ts';
import { createLogFile } from './log-file.ts';
import type { LogRecord } from './record.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'eventstore-log-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const recordAt = (position: number, revision: number): LogRecord => ({
  ...{ position, revision, stream: 'ticket-0190c0de-0000-7000-8000-000000000001.a' },
  ...{ id: crypto.randomUUID(), type: 'Noted', created: 5, data: { json: {} }, metadata: null },
});

it('a log keeps its positions, and no gap, where events of others were left out', () => {
  const file = join(folder, 'events.db');
  const written = createLogFile(file, { keepPositions: true });
  const positions = [256, 384, 1280].map((position, revision) => written.add(recordAt(position, revision)));
  written.close();
  expect(positions).toEqual([256, 384, 1280]);
  const node = openNode(file, () => undefined);
  const types = node.log.after(0, 100).map(({ place, type }) => [place * 128, type]);
  const others = node.storage.findStream('$left-out');
  const range = { from: 0, limit: 99, direction: 'forwards' } as const;
  expect(node.storage.pageOfStream(others?.id ?? 0, range)).toHaveLength(7);
  node.storage.close();
  expect(types.filter(([, type]) => type === 'Noted')).toEqual([
    [256, 'Noted'],
    [384, 'Noted'],
    [1280, 'Noted'],
  ]);
  expect(types.map(([at]) => at)).toEqual(Array.from({ length: 10 }, (_, index) => (index + 1) * 128));
});
