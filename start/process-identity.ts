import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Tells a process from every other one that has its number, now or after it: when it began, in words of the system.
 * Undefined when there is none, or it has ended and only waits to be collected.
 */
export const identityOf = (pid: number): string | undefined => {
  const stat = readOr(`/proc/${pid}/stat`);
  if (stat !== undefined) return fromStat(stat);
  if (process.platform === 'linux') return undefined;
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const [state = 'Z', ...began] = (stdout ?? '').trim().split(/\s+/);
  return state.startsWith('Z') || began.length === 0 ? undefined : began.join(' ');
};

/** The name, in brackets, may hold anything; the 3rd field is the state and the 22nd the begin. */
const fromStat = (stat: string): string | undefined => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const boot = readOr('/proc/sys/kernel/random/boot_id')?.trim();
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${boot} ${fields[19]}`;
};

const readOr = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};
