import type { Schema, Schemas } from './openapi-example.ts';

/** Of an OpenAPI document what is looked at here. */
export type Described = {
  readonly openapi?: string;
  readonly info?: object;
  readonly tags?: readonly object[];
  readonly security?: Operation['security'];
  readonly paths: Paths;
  readonly webhooks?: object;
  readonly components: { readonly schemas?: Schemas; readonly securitySchemes?: object };
};
export type Paths = Readonly<Record<string, PathItem>>;
type PathItem = { readonly [method: string]: Operation };
export type Operation = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
};
type Parameter = { readonly name: string; readonly in: string; readonly schema?: Schema };
type Answer = { readonly $ref?: string; readonly description?: string; readonly content?: Content };
export type Content = Readonly<Record<string, { readonly schema: Schema; readonly examples?: object }>>;

/** Every operation with its place. */
export const operationsOf = (paths: Paths) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );

/** Every operation anew; its place is `GET /api/tickets`. */
export const mapOperations = (
  paths: Paths,
  anew: (place: string, operation: Operation) => Operation,
): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([method, operation]) => [
          method,
          anew(`${method.toUpperCase()} ${path}`, operation),
        ]),
      ),
    ]),
  );

/** The paths with these operations alone. */
export const onlyOperations = (paths: Paths, isWanted: (operation: Operation) => boolean): Paths =>
  Object.fromEntries(
    Object.entries(paths)
      .map(([path, item]): [string, PathItem] => [
        path,
        Object.fromEntries(Object.entries(item).filter(([, operation]) => isWanted(operation))),
      ])
      .filter(([, item]) => Object.keys(item).length > 0),
  );

/** The paths by the first of their operations, as those are ranked; otherwise as they are. */
export const inOrder = (paths: Paths, rankOf: (place: string) => number): Paths => {
  const first = ([path, item]: readonly [string, PathItem]): number =>
    Math.min(...Object.keys(item).map(method => rankOf(`${method.toUpperCase()} ${path}`)));
  return Object.fromEntries(Object.entries(paths).toSorted((one, other) => first(one) - first(other)));
};

/**
 * Paths that differ in the names of their parameters alone are one path to OpenAPI: they become it, by the names of
 * the one with a security of its own, else of the first. Two operations of one method, told apart by who calls, become
 * one with both answers.
 */
export const withoutTwins = (paths: Paths): Paths => {
  const families = Map.groupBy(Object.entries(paths), ([path]) => path.replace(/\{\w+\}/g, '{}'));
  return Object.fromEntries(
    [...families.values()].map(family => {
      const outside = family.find(([, item]) => Object.values(item).some(({ security }) => security));
      const [path = '', first = {}] = outside ?? family[0] ?? [];
      const others = family.filter(([other]) => other !== path);
      return [
        path,
        others.reduce((whole, [other, item]) => merged(whole, renamed(item, other, path)), first),
      ];
    }),
  );
};

const merged = (whole: PathItem, more: PathItem): PathItem => {
  const together = { ...whole };
  for (const [method, operation] of Object.entries(more)) {
    const there = together[method];
    together[method] = there ? either(there, operation) : operation;
  }
  return together;
};

const namesIn = (path: string): readonly string[] =>
  path.match(/\{\w+\}/g)?.map(name => name.slice(1, -1)) ?? [];

const renamed = (item: PathItem, from: string, to: string): PathItem => {
  const wanted = namesIn(to);
  const names = new Map(namesIn(from).map((name, at) => [name, wanted[at] ?? name]));
  const rename = (operation: Operation): Operation => ({
    ...operation,
    parameters: (operation.parameters ?? []).map(parameter =>
      parameter.in === 'path'
        ? { ...parameter, name: names.get(parameter.name) ?? parameter.name }
        : parameter,
    ),
  });
  return Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, rename(operation)]));
};

/** The one for programs, which says what it is, with what a session is answered beside it. */
const either = (outside: Operation, session: Operation): Operation => {
  const known = new Set((outside.parameters ?? []).map(({ name }) => name));
  const parameters = (session.parameters ?? []).filter(({ name }) => !known.has(name));
  const answers = (operation: Operation) => Object.values(operation.responses['200']?.content ?? {});
  const schemas = [outside, session].flatMap(answers).map(({ schema }) => schema);
  return {
    ...outside,
    description: [outside.description, 'With a session it answers what the screens show.']
      .filter(Boolean)
      .join('\n\n'),
    security: [...(outside.security ?? []), { session: [] }],
    parameters: [...(outside.parameters ?? []), ...parameters],
    responses: {
      ...outside.responses,
      200: {
        description: outside.responses['200']?.description ?? 'What was asked for',
        content: { 'application/json': { schema: { anyOf: schemas } } },
      },
    },
  };
};
