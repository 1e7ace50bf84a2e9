import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { format } from './file.ts';
import { type EmbeddedNode, type EmbeddedNodeOptions, startEmbeddedNode } from './server.ts';

const beginning = '.reading-';

/**
 * Starts a node that only reads the log of a file, which stays as it is: of a file of an older format it takes a copy,
 * made beside it and removed when the node closes. One at a time; what a killed one has left is removed. Throws what
 * `startEmbeddedNode` throws.
 */
export const startReadingNode = async (options: EmbeddedNodeOptions): Promise<EmbeddedNode> => {
  const { file } = options;
  const folder = dirname(file);
  for (const name of readdirSync(folder))
    if (name.startsWith(beginning)) rmSync(join(folder, name), { recursive: true, force: true });
  if (!isOlder(file)) return startEmbeddedNode(options);
  const copies = mkdtempSync(join(folder, beginning));
  const copy = join(copies, basename(file));
  const forget = () => rmSync(copies, { recursive: true, force: true });
  try {
    for (const ending of ['', '-wal', '-end'])
      if (existsSync(`${file}${ending}`))
        copyFileSync(`${file}${ending}`, `${copy}${ending}`, constants.COPYFILE_FICLONE);
    const node = await startEmbeddedNode({ ...options, file: copy });
    return { ...node, close: () => node.close().finally(forget) };
  } catch (error) {
    forget();
    throw error;
  }
};

/** Where SQLite keeps `user_version` in a file, which is not opened as a database here: that would leave files beside it. */
const formatAt = 60;

/** What is still in the write-ahead part does not count: a copy more does no harm. */
const isOlder = (file: string): boolean => {
  const header = Buffer.alloc(formatAt + 4);
  const handle = openSync(file, 'r');
  try {
    return (
      readSync(handle, header, 0, header.length, 0) === header.length && header.readInt32BE(formatAt) < format
    );
  } finally {
    closeSync(handle);
  }
};
