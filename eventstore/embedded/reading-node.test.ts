import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFile } from './file.ts';
import { startReadingNode } from './reading-node.ts';
import { makeFormerFile } from './testing/former-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'eventstore-reading-'));
  file = join(folder, 'log.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const digest = () => createHash('sha256').update(readFileSync(file)).digest('hex');

describe('a node that only reads', () => {
  it('reads a file of an older format in a copy, which is gone with the node or its successor', async () => {
    makeFormerFile(file, { count: 500, streams: 7 });
    const before = digest();
    const killed = await startReadingNode({ file });
    expect(readdirSync(folder)).toHaveLength(2);
    const next = await startReadingNode({ file });
    await next.close();
    await killed.close();
    expect(readdirSync(folder)).toEqual(['log.db']);
    expect(digest()).toBe(before);
  });

  it('reads a file of the present format where it lies', async () => {
    openFile(file).close();
    const node = await startReadingNode({ file });
    expect(readdirSync(folder).filter(name => !name.startsWith('log.db'))).toEqual([]);
    await node.close();
  });
});
