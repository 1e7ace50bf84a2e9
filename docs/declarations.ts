import { resolveImport, type SourceFile } from '../tools/source-files.ts';

/** A function or constant of the code, and what of the code it uses. */
export type Declaration = {
  readonly path: string;
  readonly name: string;
  /** Without comments. */
  readonly text: string;
  /** `path#name` of the declarations that its text mentions. */
  readonly uses: readonly string[];
};

export type Declarations = ReadonlyMap<string, Declaration>;

type Scope = { readonly names: ReadonlyMap<string, string>; readonly spaces: ReadonlyMap<string, string> };

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;,{(])\/\/.*$/gm, '$1');

const start = /^(?:export )?(?:async )?(?:const|function) (\w+)/;

/** Pieces of a text that begin where a line matches, each up to the next of them or to the next line that ends them. */
const pieces = (text: string, begins: RegExp, ends: RegExp): readonly { name: string; text: string }[] => {
  const found: { name: string; lines: string[] }[] = [];
  let open: { name: string; lines: string[] } | undefined;
  for (const line of text.split('\n')) {
    const name = begins.exec(line)?.[1];
    if (name !== undefined) {
      open = { name, lines: [] };
      found.push(open);
    } else if (ends.test(line)) open = undefined;
    open?.lines.push(line);
  }
  return found.map(({ name, lines }) => ({ name, text: lines.join('\n') }));
};

const scopeOf = ({ path }: SourceFile, text: string, own: readonly string[]): Scope => {
  const names = new Map(own.map(name => [name, `${path}#${name}`]));
  const spaces = new Map<string, string>();
  for (const [, list, space, specifier = ''] of text.matchAll(
    /^import (?:\{([^}]*)\}|\* as (\w+)) from '([^']+)'/gm,
  )) {
    const from = resolveImport(path, specifier);
    if (from === undefined) continue;
    if (space) spaces.set(space, from);
    for (const each of (list ?? '').split(',')) {
      const [, name, alias] = /^\s*(\w+)(?: as (\w+))?\s*$/.exec(each) ?? [];
      if (name) names.set(alias ?? name, `${from}#${name}`);
    }
  }
  return { names, spaces };
};

const usesOf = (text: string, { names, spaces }: Scope, self: string): readonly string[] => {
  const mentioned = [...text.matchAll(/(?<![.\w])(\w+)(?:\.(\w+))?/g)].flatMap(([, name = '', member]) => {
    const space = spaces.get(name);
    return (space && member ? `${space}#${member}` : names.get(name)) ?? [];
  });
  return [...new Set(mentioned)].filter(each => each !== self);
};

/** The top-level functions and constants of files, by `path#name`. */
export const declarationsOf = (files: readonly SourceFile[]): Declarations =>
  new Map(
    files.flatMap(file => {
      const text = withoutComments(file.text);
      const parts = pieces(text, start, /^(?:export |import |type |interface )/);
      const scope = scopeOf(
        file,
        text,
        parts.map(({ name }) => name),
      );
      return parts.map((part): [string, Declaration] => {
        const key = `${file.path}#${part.name}`;
        return [key, { path: file.path, ...part, uses: usesOf(part.text, scope, key) }];
      });
    }),
  );

/**
 * The members of the object that a function answers, each with what it uses, by way of the constants that the
 * function makes before it too.
 */
export const membersOf = (factory: Declaration, files: readonly SourceFile[]): readonly Declaration[] => {
  const file = files.find(({ path }) => path === factory.path);
  if (!file) return [];
  const text = withoutComments(file.text);
  const own = pieces(text, start, /^$/).map(({ name }) => name);
  const scope = scopeOf(file, text, own);
  const depth = /\n {2}return \{/.test(factory.text) ? 4 : 2;
  const answered = depth === 4 ? factory.text.slice(factory.text.indexOf('\n  return {')) : factory.text;
  const locals = new Map(
    depth === 4
      ? pieces(factory.text, /^ {2}const (\w+)/, /^ {2}return /).map(each => [each.name, each.text])
      : [],
  );
  const withLocals = (piece: string, seen: ReadonlySet<string> = new Set()): string =>
    [...locals].reduce(
      (whole, [name, local]) =>
        !seen.has(name) && new RegExp(`(?<![.\\w])${name}\\b`).test(piece)
          ? `${whole}\n${withLocals(local, new Set([...seen, name]))}`
          : whole,
      piece,
    );
  const member = new RegExp(`^ {${depth}}(?:async )?(\\w+)[:(,]`);
  return pieces(answered, member, new RegExp(`^ {0,${depth - 1}}\\S`)).map(({ name, text: piece }) => {
    const whole = withLocals(piece);
    const self = `${factory.path}#${factory.name}`;
    return { path: factory.path, name, text: whole, uses: usesOf(whole, scope, self) };
  });
};

/** A declaration with everything that it uses, by itself or through others. */
export const reachOf = (from: Declaration, all: Declarations): readonly Declaration[] => {
  const reached = new Set<Declaration>([from]);
  for (const each of reached)
    for (const use of each.uses) {
      const used = all.get(use);
      if (used) reached.add(used);
    }
  return [...reached];
};
