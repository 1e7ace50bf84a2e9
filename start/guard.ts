import { type ChildProcess, spawn } from 'node:child_process';

export type Ending = {
  /** Sent at once. */
  readonly first?: NodeJS.Signals;
  /** Sent to what still lives so many seconds later. */
  readonly last: NodeJS.Signals;
  readonly afterSeconds: number;
};

/**
 * Ends another process when this one is no more, however this one ended and whatever that one does: a shell of its own
 * waits for its stdin to end, which the system closes with this process. Kill it once that process has ended.
 */
export const guardFor = (pid: number, { first, last, afterSeconds }: Ending): ChildProcess => {
  const script = `read _
    ${first ? `kill -${plain(first)} "$1" 2>/dev/null` : ''}
    waited=0
    while [ $waited -lt ${afterSeconds} ]; do
      kill -0 "$1" 2>/dev/null || exit 0
      sleep 1
      waited=$((waited + 1))
    done
    kill -${plain(last)} "$1" 2>/dev/null`;
  const guard = spawn('/bin/sh', ['-c', script, 'sh', String(pid)], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.on('error', () => undefined);
  guard.unref();
  return guard;
};

/** As every shell knows it. */
const plain = (signal: NodeJS.Signals) => signal.replace(/^SIG/, '');
