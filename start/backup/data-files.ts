import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Single files of a data directory that belong to a backup. Addresses, locks and logs do not. */
export const singleFiles = ['secrets.json', 'demo.json', 'demo-password'] as const;

/** Folders whose files all do. What is still being written there has a name of its own until it is whole. */
export const folders = ['media', 'simulator/media'] as const;

const drafts = 'media/drafts';

export type DataFile = { readonly name: string; readonly path: string };

/** The files of a data directory that a backup holds, apart from the simulator's state. */
export const listFiles = (dataDir: string): DataFile[] => {
  const single = singleFiles.filter(name => existsSync(join(dataDir, name)));
  const inFolders = folders.flatMap(folder => filesUnder(dataDir, folder));
  return [...single, ...inFolders].map(name => ({ name, path: join(dataDir, name) }));
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
