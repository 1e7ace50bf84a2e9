import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

export type Import = { readonly specifier: string; readonly typeOnly: boolean };
export type SourceFile = {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
};

/** All TypeScript files of the project, ignored ones left out, with what they import. */
export const sourceFiles = (): SourceFile[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(path => path && existsSync(join(root, path)))
    .map(path => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, imports: importsOf(text) };
    });

const statement =
  /^\s*(?:import|export)\s+(type\s)?[^;'"`]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

export const importsOf = (text: string): Import[] => [
  ...[...text.matchAll(statement)].map(([, type, from, bare]) => ({
    specifier: from ?? bare ?? '',
    typeOnly: type !== undefined,
  })),
  ...[...text.matchAll(dynamic)].map(([, specifier]) => ({ specifier: specifier ?? '', typeOnly: false })),
];

/** The project's file that a specifier means; undefined for a package or a Node module. */
export const resolveImport = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return relative('.', join(dirname(from), specifier));
  return undefined;
};
