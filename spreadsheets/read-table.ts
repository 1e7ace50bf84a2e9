import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type ReadTable, type TableFault, UnreadableTable } from './table.ts';

const longestMs = 10_000;
const reader = fileURLToPath(new URL('./table-reader.ts', import.meta.url));
const execArgv = [
  '--disable-warning=ExperimentalWarning',
  '--max-old-space-size=512',
  '--max-semi-space-size=32',
];

export type ReadAnswer =
  | { readonly table: ReadTable }
  | { readonly fault: TableFault; readonly kind?: string };

/**
 * Reads a table from a file in a process of its own, with little memory, for ten seconds at most: what a file does to
 * its reader, nobody else feels. Who calls lets few be read at a time. @throws {UnreadableTable}, or why no process can
 * be started.
 */
export const readTable = async (path: string): Promise<ReadTable> => {
  const answer = await readApart(path);
  if ('fault' in answer) throw new UnreadableTable(answer.fault, answer);
  return answer.table;
};

/**
 * A thread with the same limits takes its process along where it runs out of memory within one step of the engine: a
 * file of 1 kB can do that.
 */
const readApart = (path: string): Promise<ReadAnswer> =>
  new Promise((resolve, reject) => {
    const { NODE_COMPILE_CACHE } = process.env;
    const child = fork(reader, [path], {
      // Nothing else of ours: what reads a stranger's file knows no keys and no addresses.
      env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
      ...{ execArgv, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    });
    const overdue = setTimeout(() => end({ fault: 'too-large' }), longestMs);
    const end = (answer: ReadAnswer): void => {
      clearTimeout(overdue);
      resolve(answer);
      child.kill('SIGKILL');
    };
    child.once('message', answer => end(answer as ReadAnswer));
    child.once('error', error => {
      clearTimeout(overdue);
      reject(error);
    });
    // Without a word: out of memory, for one.
    child.once('exit', code => end({ fault: code === 0 ? 'unreadable' : 'too-large' }));
  });
