import { getHeapStatistics } from 'node:v8';
import type { SocketLimits } from './socket-limits.ts';

/** What the gateway needs besides sockets, and what a socket takes of the heap while everybody comes back at once. */
const restBytes = 128 * 1024 * 1024;
const socketBytes = 16 * 1024;
/** Files and connections of other kinds. */
const otherFiles = 500;
const leastSockets = 100;
const semiSpace = '--max-semi-space-size=';

export type Room = { readonly heapBytes: number; readonly openFiles: number };

/**
 * What this process was given: the heap by its flags or its container, without the part for new objects, which holds no
 * socket for long; open files by the system.
 */
export const ownRoom = (): Room => ({
  heapBytes: getHeapStatistics().heap_size_limit - youngBytes(process.execArgv),
  openFiles: openFiles(),
});

/**
 * How many sockets this process may have open: what was configured, else what its heap and its open files hold.
 * One company gets four fifths of that, so that none shuts the others out.
 */
export const socketLimits = (
  configured: { readonly [limit in keyof SocketLimits]: number | undefined } & { readonly person: number },
  { heapBytes, openFiles: files }: Room,
): SocketLimits => {
  const held = Math.floor(Math.min((heapBytes - restBytes) / socketBytes, files - otherFiles));
  const gateway = configured.gateway ?? Math.max(leastSockets, held);
  const company = configured.company ?? Math.max(configured.person, Math.floor(gateway * 0.8));
  return { person: configured.person, company, gateway };
};

/** V8 keeps three times its semi-space for new objects; what was not said is small. */
export const youngBytes = (flags: readonly string[]): number => {
  const said = flags.findLast(flag => flag.startsWith(semiSpace))?.slice(semiSpace.length);
  return 3 * Number(said ?? 0) * 1_048_576;
};

const openFiles = (): number => {
  const report: unknown = process.report.getReport();
  const limits = Reflect.get(Object(report), 'userLimits');
  const soft = Number(Reflect.get(Object(Reflect.get(Object(limits), 'open_files')), 'soft'));
  return Number.isFinite(soft) ? soft : Number.POSITIVE_INFINITY;
};
