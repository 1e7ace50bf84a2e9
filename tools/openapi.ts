import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isForTokens } from '#gateway/http/openapi-outside.ts';
import { type Content, type Described, type Operation, operationsOf } from '#gateway/http/openapi-paths.ts';

/** What is wrong with a description of calls: by the standard's own schema, and by what that cannot say. */
export const openapiFaults = async (described: Described): Promise<string[]> => {
  const document: Record<string, unknown> = JSON.parse(JSON.stringify(described));
  const { valid, errors } = await new Validator().validate(document);
  if (!valid) return [`not OpenAPI: ${JSON.stringify(errors)}`];
  const operations = operationsOf(described.paths);
  const seen = new Set<string>();
  const example = exampleCheck(described);
  return [
    ...twins(Object.keys(described.paths)),
    ...operations.flatMap(({ path, method, operation }) => {
      const faults = [
        ...nameFaults(operation, seen),
        ...parameterFaults(path, operation),
        ...(isForTokens(operation) ? [...wordFaults(operation), ...exampleFaults(operation, example)] : []),
      ];
      return faults.map(fault => `${method.toUpperCase()} ${path}: ${fault}`);
    }),
  ];
};

const twins = (paths: readonly string[]): string[] =>
  [...Map.groupBy(paths, path => path.replace(/\{\w+\}/g, '{}')).values()]
    .filter(({ length }) => length > 1)
    .map(family => `${family.join(' and ')} are one path`);

const nameFaults = ({ operationId, tags }: Operation, seen: Set<string>): string[] => {
  const faults = [
    ...(operationId ? [] : ['has no operationId']),
    ...(operationId && seen.has(operationId) ? [`operationId ${operationId} is another's, too`] : []),
    ...(tags?.length ? [] : ['has no tag']),
  ];
  if (operationId) seen.add(operationId);
  return faults;
};

const parameterFaults = (path: string, { parameters = [] }: Operation): string[] => {
  const inPath = path.match(/\{\w+\}/g)?.map(name => name.slice(1, -1)) ?? [];
  const declared = parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name);
  return [
    ...inPath.filter(name => !declared.includes(name)).map(name => `{${name}} is not declared`),
    ...declared.filter(name => !inPath.includes(name)).map(name => `parameter ${name} is not in the path`),
  ];
};

const wordFaults = ({ summary, description }: Operation): string[] => [
  ...(summary ? [] : ['has no summary']),
  ...(description ? [] : ['has no description']),
];

type ExampleCheck = (schema: object, value: unknown) => string | undefined;

/** References within the document are followed: it is known to the validator as a whole. */
const exampleCheck = ({ components }: Described): ExampleCheck => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  return (schema, value) => {
    const accepts = ajv.compile({ ...schema, components });
    return accepts(value) ? undefined : ajv.errorsText(accepts.errors);
  };
};

const exampleFaults = ({ requestBody, responses }: Operation, check: ExampleCheck): string[] => [
  ...contentFaults('body', requestBody?.content ?? {}, check),
  ...Object.entries(responses).flatMap(([status, { content = {} }]) => contentFaults(status, content, check)),
];

const contentFaults = (place: string, content: Content, check: ExampleCheck): string[] =>
  Object.entries(content)
    .filter(([type]) => /json$/.test(type))
    .flatMap(([, { schema, examples = {} }]) => {
      const given: [string, { readonly value?: unknown }][] = Object.entries(examples);
      if (given.length === 0) return [`${place} has no example`];
      return given.flatMap(([name, { value }]) => {
        const refused = check(schema, value);
        return refused ? [`${place}, example ${name}: ${refused}`] : [];
      });
    });
