import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Single files of a data directory that belong to a backup. Addresses, locks and logs do not. */
export const singleFiles = ['secrets.json', 'demo.json', 'demo-password'] as const;

/** Folders whose files all do. What is still being written there has a name of its own until it is whole. */
const folders = ['media', 'simulator/media'] as const;

/** Where a backup has the checkpoints of the history, wherever they are kept. */
const checkpoints = 'checkpoints';

const drafts = 'media/drafts';

export type DataFile = { readonly name: string; readonly path: string };

/**
 * The files of a data directory that a backup holds, apart from the simulator's state; and the checkpoints of the
 * history, which may lie elsewhere.
 */
export const listFiles = (dataDir: string, checkpointsDir = join(dataDir, checkpoints)): DataFile[] => {
  const single = singleFiles.filter(name => existsSync(join(dataDir, name)));
  const inFolders = folders.flatMap(folder => filesUnder(dataDir, folder));
  const own = [...single, ...inFolders].map(name => ({ name, path: join(dataDir, name) }));
  if (!existsSync(checkpointsDir)) return own;
  const signed = readdirSync(checkpointsDir)
    .filter(name => name.endsWith('.jsonl'))
    .sort();
  return [
    ...own,
    ...signed.map(name => ({ name: `${checkpoints}/${name}`, path: join(checkpointsDir, name) })),
  ];
};

const filesUnder = (dataDir: string, folder: string): string[] => {
  if (!existsSync(join(dataDir, folder))) return [];
  return readdirSync(join(dataDir, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(entry => {
      const name = `${folder}/${entry.name}`;
      if (name === drafts) return [];
      if (entry.isDirectory()) return filesUnder(dataDir, name);
      return entry.isFile() && !/\.(part|partial|tmp|new)$/.test(entry.name) ? [name] : [];
    });
};
