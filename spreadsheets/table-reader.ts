import { readFile } from 'node:fs/promises';
import { parseTable } from './parse-table.ts';
import type { ReadAnswer } from './read-table.ts';
import { UnreadableTable } from './table.ts';

/** Reads one file in a process of its own, which may be ended at any moment. */
const read = async (path: string): Promise<ReadAnswer> => {
  try {
    return { table: await parseTable(await readFile(path)) };
  } catch (error) {
    if (!(error instanceof UnreadableTable)) return { fault: 'unreadable' };
    return { fault: error.fault, ...(error.kind ? { kind: error.kind } : {}) };
  }
};

process.on('disconnect', () => process.exit());
process.send?.(await read(process.argv[2] ?? ''), undefined, undefined, () => process.exit());
