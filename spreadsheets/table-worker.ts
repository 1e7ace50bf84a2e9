import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { parseTable } from './parse-table.ts';
import { UnreadableTable } from './table.ts';

/** Reads one file in a thread of its own, which may be ended at any moment. */
const answer = async (path: string) => {
  try {
    return { table: await parseTable(await readFile(path)) };
  } catch (error) {
    return { fault: error instanceof UnreadableTable ? error.fault : 'unreadable' };
  }
};

parentPort?.postMessage(await answer(String(workerData)));
