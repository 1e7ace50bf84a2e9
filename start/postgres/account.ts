import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The account a Postgres process runs under; undefined is our own. */
export type Account = { readonly uid: number; readonly gid: number } | undefined;

/**
 * Postgres refuses to run as root. Root therefore runs it as the owner of the cluster that is there already, else
 * as `nobody`; everybody else as himself.
 */
export const serverAccount = (clusterOwner: Account): Account => {
  if (process.getuid?.() !== 0) return undefined;
  if (clusterOwner && clusterOwner.uid !== 0) return clusterOwner;
  return nobody();
};

/** Whether that account can enter the directory and read in it. */
export const canReach = (account: Account, directory: string): boolean =>
  account === undefined ||
  spawnSync('/bin/sh', ['-c', 'cd "$1" && test -x .', 'sh', directory], { ...account, cwd: '/' }).status ===
    0;

const nobody = (): Account => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find(entry => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid || Number(uid) <= 0)
    throw new Error(
      'Postgres cannot run as root and there is no account "nobody": start as an ordinary user.',
    );
  return { uid: Number(uid), gid: Number(gid) };
};
