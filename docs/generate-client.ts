import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describedProgramCalls } from '#gateway/described-calls.ts';
import type { Schema, Schemas } from '#gateway/http/openapi-example.ts';
import { type Operation, operationsOf } from '#gateway/http/openapi-paths.ts';
import { clientFrame } from './client-frame.ts';
import { comment, typeOf } from './schema-types.ts';

const target = fileURLToPath(new URL('./examples/messages-api.ts', import.meta.url));

type Call = { readonly path: string; readonly method: string; readonly operation: Operation };

const jsonOf = (content: Operation['requestBody']): Schema | undefined =>
  content?.content['application/json']?.schema;

const contentOf = ({ responses }: Operation) => {
  const [, good] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return good?.content ?? {};
};

const answerOf = (operation: Operation): Schema => contentOf(operation)['application/json']?.schema ?? {};

/** Any type of bytes. */
const isFile = (operation: Operation): boolean => contentOf(operation)['*/*'] !== undefined;

const method = ({ path, method: verb, operation }: Call): string => {
  const { operationId = '', summary, description, parameters = [], requestBody } = operation;
  const inPath = path.match(/\{\w+\}/g)?.map(name => name.slice(1, -1)) ?? [];
  const queries = parameters.filter(({ in: place }) => place === 'query');
  const body = jsonOf(requestBody);
  const hasForm = requestBody?.content['multipart/form-data'] !== undefined;
  const isOnce = parameters.some(({ name }) => name === 'idempotency-key');
  const query = queries.map(({ name, schema = {} }) => `readonly ${name}?: ${typeOf(schema)};`).join('\n');
  const given = [
    ...inPath.map(name => `${name}: string`),
    ...(body || hasForm ? [`body: ${body ? typeOf(body) : 'FormData'}`] : []),
    ...(query ? [`query: {\n${query}\n} = {}`] : []),
    ...(isOnce ? ['{ idempotencyKey }: { readonly idempotencyKey?: string } = {}'] : []),
  ];
  const address = `\`${path.replace('/api', '').replace(/\{(\w+)\}/g, (_all, name: string) => `\${${name}}`)}\``;
  const more = [(body || hasForm) && 'body', query && 'query', isOnce && 'idempotencyKey']
    .filter(Boolean)
    .join(', ');
  const details = more ? `, { ${more} }` : '';
  return [
    `${comment(`${summary}. ${description}`)}${operationId}: (${given.join(', ')}) =>`,
    `${isFile(operation) ? 'download' : `call<${typeOf(answerOf(operation))}>`}('${verb.toUpperCase()}', ${address}${details}),`,
  ].join('\n');
};

/** The named schemas that calls speak of, directly or through each other. */
const reachedFrom = (text: string, schemas: Schemas): readonly string[] => {
  const reached = new Set<string>();
  const follow = (part: string): void => {
    for (const name of Object.keys(schemas)) {
      if (reached.has(name) || !new RegExp(`\\b${name}\\b`).test(part)) continue;
      reached.add(name);
      follow(typeOf(schemas[name] ?? {}));
    }
  };
  follow(text);
  return Object.keys(schemas).filter(name => reached.has(name));
};

const client = async (): Promise<string> => {
  const { paths, components } = await describedProgramCalls('1');
  const schemas = components.schemas ?? {};
  const methods = operationsOf(paths).map(method).join('\n\n');
  const types = reachedFrom(`${methods} Problem`, schemas).map(name => {
    const schema = schemas[name] ?? {};
    return `${comment(schema.description)}export type ${name} = ${typeOf(schema)};`;
  });
  return [
    '// Made by `node docs/generate-client.ts` from the description of the calls under /docs/programs.json. It needs nothing',
    '// but `fetch`: take it along into any project.',
    '',
    types.join('\n\n'),
    clientFrame(methods),
  ].join('\n');
};

const formatted = (code: string): string => {
  const biome = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url));
  const { stdout, status, stderr } = spawnSync(biome, ['check', '--write', `--stdin-file-path=${target}`], {
    ...{ input: code, encoding: 'utf8' },
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
};

const code = formatted(await client());
if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== code) {
    console.error('docs/examples/messages-api.ts is stale: run node docs/generate-client.ts');
    process.exitCode = 1;
  }
} else {
  writeFileSync(target, code);
}
