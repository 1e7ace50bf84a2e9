/**
 * Fails when the JavaScript that a signed-in browser loads before the list of tickets can be used has outgrown its
 * budget. Reads the manifest of the last build: the entry, the shell and the tickets page with all they import.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

type Chunk = { readonly file: string; readonly imports?: readonly string[] };

const budgetKb = 250;
const screen = ['index.html', 'src/app/shell.tsx', 'src/features/tickets/tickets-page.tsx'];
const dist = join(import.meta.dirname, 'dist');

const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
  readFileSync(join(dist, '.vite/manifest.json'), 'utf8'),
);

const chunkOf = (name: string): Chunk => {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`the build has no chunk ${name}`);
  return chunk;
};

const filesOf = (names: readonly string[]): ReadonlySet<string> => {
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const imported of chunkOf(name).imports ?? []) visit(imported);
  };
  for (const name of names) visit(name);
  return new Set([...seen].map(name => chunkOf(name).file));
};

const files = filesOf(screen);
const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);
const kb = bytes / 1000;
process.stdout.write(
  `JavaScript before the list of tickets: ${kb.toFixed(1)} kB gzip in ${files.size} files, of ${budgetKb} kB\n`,
);
if (kb > budgetKb) process.exitCode = 1;
