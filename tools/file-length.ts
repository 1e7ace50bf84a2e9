import type { SourceFile } from './source-files.ts';

const longest = 250;

/** Files that may be longer, each with its reason. */
const allowed: Readonly<Record<string, string>> = {
  'docs/examples/messages-api.ts': 'it is generated, and taken along as one file',
};

/** Source files with more lines than one subject needs; tests are left out. */
export const tooLongFiles = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => !/\.test\.tsx?$/.test(path) && !(path in allowed))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > longest)
    .map(({ path, lines }) => `${path} has ${lines} lines, ${longest} at most`);
