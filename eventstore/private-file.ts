import { chmodSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** What a file holds; undefined when there is none. */
export const readIfThere = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
};

/** Writes a file that only its owner can read, as a whole, in the place of what was there. */
export const replaceFile = (file: string, text: string): void => renameSync(draftOf(file, text), file);

/** The same, or nothing when there is one already: of several processes that write it at once, one does. */
export const createFileOnce = (file: string, text: string): void => {
  const draft = draftOf(file, text);
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
};

const draftOf = (file: string, text: string): string => {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  chmodSync(draft, 0o600);
  return draft;
};

const isErrno = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
