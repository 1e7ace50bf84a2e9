import { readApart } from './read-apart.ts';
import { type ReadTable, UnreadableTable } from './table.ts';

const mostAtOnce = 2;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Reads a table from a file in a process with little memory, for ten seconds at most, two files at once: what a file
 * does to its reader, nobody else feels. @throws {UnreadableTable}
 */
export const readTable = async (path: string): Promise<ReadTable> => {
  if (running >= mostAtOnce) await new Promise<void>(resolve => waiting.push(resolve));
  running += 1;
  try {
    const answer = await readApart(path);
    if ('fault' in answer) throw new UnreadableTable(answer.fault);
    return answer.table;
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
};
