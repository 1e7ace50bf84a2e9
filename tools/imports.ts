import { compositionRoot, type FolderRule, importTable, unlimited } from './import-table.ts';
import { type Import, resolveImport, type SourceFile } from './source-files.ts';

/** Imports that the table of folders does not allow, one sentence each. */
export const forbiddenImports = (files: readonly SourceFile[]): string[] =>
  files
    .filter(file => !unlimited.some(pattern => pattern.test(file.path)))
    .flatMap(file =>
      file.imports
        .filter(each => !isAllowed(file.path, each))
        .map(each => `${file.path} imports ${each.specifier}`),
    );

/** Circles of files that import each other's values, each once, as a path. Type imports vanish and do not count. */
export const importCircles = (files: readonly SourceFile[]): string[] => {
  const graph = new Map(files.map(file => [file.path, valueImports(file)]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, way: readonly string[]) => {
    const seen = way.indexOf(path);
    if (seen >= 0) {
      circles.push([...way.slice(seen), path].join(' → '));
      return;
    }
    if (done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return circles;
};

const valueImports = (file: SourceFile): string[] =>
  file.imports.flatMap(each => {
    const target = each.typeOnly ? undefined : resolveImport(file.path, each.specifier);
    return target === undefined ? [] : [target];
  });

const roots = /\/main\.ts$|^projections\/rebuild\.ts$/;

/** The innermost folder that has a rule. */
const folderOf = (path: string): string => {
  const folders = Object.keys(importTable).filter(folder => path.startsWith(`${folder}/`));
  return folders.toSorted((one, other) => other.length - one.length)[0] ?? '';
};

const isAllowed = (path: string, each: Import): boolean => {
  const folder = folderOf(path);
  const rule = importTable[folder];
  if (!rule) return false;
  const isRoot = roots.test(path);
  const target = resolveImport(path, each.specifier);
  if (target === undefined) return isPackageAllowed(rule, each.specifier, isRoot);
  if (rule.apart && isSibling(folder, path, target)) return false;
  const project = [...rule.project, ...(isRoot ? compositionRoot.project : [])];
  const types = each.typeOnly ? (rule.types ?? []) : [];
  return [...project, ...types].some(pattern => matches(pattern, target));
};

/** Whether both are in the folder, in different sub-folders of it. */
const isSibling = (folder: string, path: string, target: string): boolean => {
  const [one, other] = [path, target].map(each => /^[^/]*/.exec(each.slice(folder.length + 1))?.[0]);
  return target.startsWith(`${folder}/`) && one !== other;
};

const isPackageAllowed = (rule: FolderRule, specifier: string, isRoot: boolean): boolean => {
  if (specifier.startsWith('node:')) return rule.node;
  const names = [...rule.npm, ...(isRoot ? compositionRoot.npm : [])];
  return names.some(
    name => specifier === name || specifier.startsWith(name.endsWith('/') ? name : `${name}/`),
  );
};

const matches = (pattern: string, path: string): boolean => {
  const parts = pattern.split('*').map(part => part.replace(/[.]/g, '\\.'));
  return new RegExp(`^${parts.join('[^/]+')}`).test(path);
};
