import { describe, expect, it } from 'vitest';
import { describedCalls, describedProgramCalls } from '#gateway/described-calls.ts';
import type { Operation } from '#gateway/http/openapi-paths.ts';
import { openapiFaults } from './openapi.ts';

const operation = (more: Partial<Operation> = {}): Operation => ({
  ...{ operationId: 'getThing', summary: 'A thing', description: 'One thing.', tags: ['things'] },
  security: [{ bearerToken: [] }],
  parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }],
  responses: { 200: answer({ id: 'a' }) },
  ...more,
});
const answer = (value: unknown) => ({
  description: 'It',
  content: { 'application/json': { schema: thing, examples: { example: { summary: 'One', value } } } },
});
const thing = { $ref: '#/components/schemas/Thing' };
const document = (paths: Record<string, Record<string, object>>) => ({
  ...{ openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths },
  components: {
    securitySchemes: { bearerToken: { type: 'http', scheme: 'bearer' } },
    schemas: { Thing: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
  },
});
const faultsOf = (paths: Record<string, Record<string, object>>) =>
  openapiFaults(document(paths) as Parameters<typeof openapiFaults>[0]);
const pathParameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const get = operation({ parameters: [pathParameter('id')] });

describe('the description of the calls', () => {
  it.each([
    ['of all', describedCalls],
    ['of programs alone', describedProgramCalls],
  ])(
    '%s is without fault, without a store or a database',
    { timeout: 30_000 },
    async (_whose, describedBy) => {
      expect(await openapiFaults(await describedBy('1'))).toEqual([]);
    },
  );
});

describe('what is looked for in a description', () => {
  it('finds nothing in one that is as it must be', async () => {
    expect(await faultsOf({ '/things/{id}': { get } })).toEqual([]);
  });

  it.each([
    ['what is no OpenAPI', { '/things/{id}': { get: { ...get, responses: 'none' } } }, 'not OpenAPI'],
    [
      'a reference to nothing',
      { '/things/{id}': { get: { ...get, responses: { 200: { $ref: '#/components/responses/None' } } } } },
      'not OpenAPI',
    ],
    [
      'paths that differ in names alone',
      {
        '/things/{id}': { get },
        '/things/{name}': { put: { ...get, operationId: 'b', parameters: [pathParameter('name')] } },
      },
      '/things/{id} and /things/{name} are one path',
    ],
    ['an id that is given twice', { '/things/{id}': { get, put: get } }, "getThing is another's, too"],
    [
      'a parameter that is not declared',
      { '/things/{id}': { get: { ...get, parameters: [] } } },
      '{id} is not declared',
    ],
    [
      'a call for programs without words',
      { '/things/{id}': { get: { ...get, summary: '' } } },
      'has no summary',
    ],
    [
      'a call for programs without an example',
      {
        '/things/{id}': {
          get: {
            ...get,
            responses: { 200: { ...answer(0), content: { 'application/json': { schema: thing } } } },
          },
        },
      },
      '200 has no example',
    ],
    [
      'an example that its schema refuses',
      { '/things/{id}': { get: { ...get, responses: { 200: answer({ id: 7 }) } } } },
      '200, example example: data/id must be string',
    ],
  ])('finds %s', async (_what, paths, fault) => {
    expect((await faultsOf(paths)).join('\n')).toContain(fault);
  });
});
