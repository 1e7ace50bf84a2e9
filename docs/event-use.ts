import { policyNames } from '#commands/policies/names.ts';
import { concernsConnector } from '#connector/outbound/fold-batch.ts';
import { catalogue } from '#domain/catalogue.ts';
import { records } from '#domain/records/records.ts';
import type { Recorded } from '#eventstore/types.ts';
import { handledTypes } from '#projections/kit/projection.ts';
import { projections } from '#projections/projections.ts';
import { resolveImport, type SourceFile, sourceFiles } from '../tools/source-files.ts';
import { type Declaration, declarationsOf, membersOf, reachOf } from './declarations.ts';

export type EventUse = {
  /** Functions of the domain that decide on it. */
  readonly deciders: readonly string[];
  /** Use cases that ask those, `concept.command`. */
  readonly commands: readonly { readonly name: string; readonly givenBy: readonly string[] }[];
  /** Files of commands that ask a decider for all use cases at once, or write the event on their own. */
  readonly alsoBy: readonly string[];
  readonly readers: readonly string[];
  /** Projections that leave it out on purpose. */
  readonly ignoredBy: readonly string[];
};

const types: readonly string[] = Object.values(catalogue).flatMap(schemas => Object.keys(schemas));

const emitted = ({ text }: Declaration): readonly string[] =>
  [...text.matchAll(/type: '(\w+)',\s*data\s*[:,}]/g)].flatMap(([, type]) => type ?? []);

const isProduct = ({ path }: SourceFile): boolean => !/\.test\.tsx?$|\/(testing|contract)\//.test(path);

const within = (files: readonly SourceFile[], folder: RegExp): readonly SourceFile[] =>
  files.filter(file => folder.test(file.path));

/** Who gives each command: folders that call it, and policies by their name. */
const givers = (
  commands: readonly string[],
  files: readonly SourceFile[],
  policies: readonly PolicyFiles[],
): ReadonlyMap<string, ReadonlySet<string>> => {
  const by = new Map(commands.map(name => [name, new Set<string>()]));
  const note = (text: string, who: string) => {
    if (!text.includes('commands')) return;
    for (const [, concept, command] of text.matchAll(/(?=\b(\w+)\.(\w+))/g))
      by.get(`${concept}.${command}`)?.add(who);
  };
  for (const { path, text } of within(files, /^(gateway|connector)\//)) note(text, path.split('/')[0] ?? '');
  for (const { name, texts } of policies) for (const text of texts) note(text, `policy ${name}`);
  return by;
};

type PolicyFiles = { readonly name: string; readonly texts: readonly string[] };

const isPolicy = ({ path }: SourceFile): boolean => /-policy\.ts$/.test(path);
const namesByKey: Readonly<Record<string, string>> = policyNames;
const nameIn = ({ text }: SourceFile): string | undefined =>
  namesByKey[/^const name = policyNames\.(\w+)/m.exec(text)?.[1] ?? ''];

/** Each policy with the files of commands/policies that it is made of. */
const policiesIn = (files: readonly SourceFile[]): readonly PolicyFiles[] => {
  const own = within(files, /^commands\/policies\//);
  const byPath = new Map(own.map(file => [file.path, file]));
  const policies = own.flatMap(file => {
    const name = isPolicy(file) ? nameIn(file) : undefined;
    if (name === undefined) return [];
    const parts = new Set([file]);
    for (const part of parts)
      for (const { specifier, typeOnly } of part.imports) {
        const target = typeOnly ? undefined : byPath.get(resolveImport(part.path, specifier) ?? '');
        if (target) parts.add(target);
      }
    return [{ name, texts: [...parts].map(({ text }) => text) }];
  });
  // Folders list their files in an order of their own.
  return policies.toSorted((one, other) => (one.name < other.name ? -1 : 1));
};

const useCases = (
  files: readonly SourceFile[],
): readonly { name: string; reach: readonly Declaration[] }[] => {
  const all = declarationsOf(within(files, /^(domain|commands)\//));
  const list = files.find(({ path }) => path === 'commands/commands.ts')?.text ?? '';
  return [...list.matchAll(/^\s+(\w+): (\w+)\(/gm)].flatMap(([, concept = '', made = '']) => {
    const factory = [...all.values()].find(({ name, path }) => name === made && path.startsWith('commands/'));
    if (!factory) return [];
    return membersOf(factory, files).map(member => ({
      name: `${concept}.${member.name}`,
      reach: reachOf(member, all),
    }));
  });
};

const readersOf = (type: string, policies: readonly PolicyFiles[]): readonly string[] => [
  ...projections.filter(each => handledTypes(each).has(type)).map(({ name }) => `projection ${name}`),
  ...sorted(
    policies
      .filter(({ texts }) => texts.some(text => text.includes(`'${type}'`)))
      .map(({ name }) => `policy ${name}`),
  ),
  ...(concernsConnector({ type } as Recorded) ? ['connector'] : []),
];

const asks =
  (deciders: readonly Declaration[]) =>
  ({ uses }: Declaration): boolean =>
    deciders.some(({ path, name }) => uses.includes(`${path}#${name}`));

const sorted = (names: Iterable<string>): readonly string[] => [...new Set(names)].sort();

/** Records decide by their declaration, and the gateway gives their commands: no source text says so. */
const recordUses: ReadonlyMap<string, { readonly name: string; readonly decider: string }> = new Map(
  Object.values(records).flatMap(({ concept, types: of }) => [
    [of.created, { name: `${concept}.create`, decider: `${concept}.decide.create` }],
    [of.changed, { name: `${concept}.change`, decider: `${concept}.decide.change` }],
    [of.removed, { name: `${concept}.remove`, decider: `${concept}.decide.remove` }],
  ]),
);

/** Who writes and who reads each type of event, as the source says. */
export const eventUse = (): ReadonlyMap<string, EventUse> => {
  const files = sourceFiles().filter(isProduct);
  const policies = policiesIn(files);
  const cases = useCases(files);
  const by = givers(
    cases.map(({ name }) => name),
    files,
    policies,
  );
  const declared = [...declarationsOf(within(files, /^(domain|commands)\//)).values()];
  return new Map(
    types.map(type => {
      const writers = declared.filter(each => emitted(each).includes(type));
      const deciders = writers.filter(({ path }) => path.startsWith('domain/'));
      const asking = cases.filter(({ reach }) =>
        reach.some(({ path, name }) => deciders.some(each => each.path === path && each.name === name)),
      );
      const ofRecord = recordUses.get(type);
      const use: EventUse = {
        deciders: ofRecord ? [ofRecord.decider] : sorted(deciders.map(({ name }) => name)),
        commands: ofRecord
          ? [{ name: ofRecord.name, givenBy: ['gateway'] }]
          : asking.map(({ name }) => ({ name, givenBy: sorted(by.get(name) ?? []) })),
        alsoBy: sorted(
          [...writers, ...(asking.length === 0 ? declared.filter(asks(deciders)) : [])]
            .map(({ path }) => path)
            .filter(path => path.startsWith('commands/')),
        ),
        readers: readersOf(type, policies),
        ignoredBy: projections
          .filter(each => each.ignores.some(ignored => ignored === type))
          .map(each => each.name),
      };
      return [type, use];
    }),
  );
};
