import { Worker } from 'node:worker_threads';
import { type ReadTable, type TableFault, UnreadableTable } from './table.ts';

const longestMs = 10_000;

type Answer = { readonly table: ReadTable } | { readonly fault: TableFault };

/**
 * Reads a table from a file in a thread with little memory, for ten seconds at most: what a file does to its reader,
 * nobody else feels. Who calls lets few be read at a time. @throws {UnreadableTable}
 */
export const readTable = async (path: string): Promise<ReadTable> => {
  const answer = await readApart(path);
  if ('fault' in answer) throw new UnreadableTable(answer.fault);
  return answer.table;
};

const readApart = (path: string): Promise<Answer> =>
  new Promise(resolve => {
    const worker = new Worker(new URL('./table-worker.ts', import.meta.url), {
      workerData: path,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 },
    });
    const overdue = setTimeout(() => end({ fault: 'too-large' }), longestMs);
    const end = (answer: Answer): void => {
      clearTimeout(overdue);
      resolve(answer);
      void worker.terminate();
    };
    worker.once('message', (answer: Answer) => end(answer));
    // Out of memory, for one.
    worker.once('error', () => end({ fault: 'too-large' }));
    worker.once('exit', () => end({ fault: 'unreadable' }));
  });
