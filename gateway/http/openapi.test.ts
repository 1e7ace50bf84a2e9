import { beforeAll, describe, expect, it } from 'vitest';
import { describedCalls } from '../described-calls.ts';
import { isForTokens } from './openapi-outside.ts';
import { type Described, operationsOf, withoutTwins } from './openapi-paths.ts';
import { summaries } from './openapi-summaries.ts';

let described: Described;
beforeAll(async () => {
  described = await describedCalls('1');
});
const at = (path: string, method: string) => described.paths[path]?.[method];

describe('the description of the calls', () => {
  it('tells programs that a message is sent as JSON or as a form with files', () => {
    const { requestBody, responses } = at('/api/messages/send', 'post') ?? {};
    const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {};
    expect(json?.schema).toEqual({ $ref: '#/components/schemas/SendMessageInput' });
    expect(Object.keys(form?.schema.properties ?? {})).toEqual(
      expect.arrayContaining(['number', 'body', 'medias']),
    );
    expect(Object.keys(responses?.['422']?.content ?? {})).toEqual(['application/problem+json']);
  });

  it('tells programs that the number of a contact is not checked before 202', () => {
    const { description = '' } = at('/api/messages/send', 'post') ?? {};
    expect(description).toMatch(
      /422 and `ERR_WAPP_INVALID_CONTACT`.*of a contact is not checked.*202.*`failed`/,
    );
  });

  it('shows a path that programs and screens share as one, with both answers', () => {
    const { operationId, security, responses } = at('/api/messages/{id}', 'get') ?? {};
    expect(operationId).toBe('getMessage');
    expect(security).toEqual([{ bearerToken: [] }, { tokenHeader: [] }, { session: [] }]);
    expect(responses?.['200']?.content?.['application/json']?.schema.anyOf).toHaveLength(2);
    expect(at('/api/messages/{id}', 'put')).toBeDefined();
  });

  it('tells programs that the file of a message comes as it is, whole or in parts', () => {
    const { responses = {}, parameters = [], security } = at('/api/messages/{id}/media', 'get') ?? {};
    for (const status of ['200', '206'])
      expect(Object.keys(responses[status]?.content ?? {})).toEqual(['*/*']);
    expect(Object.keys(responses['404']?.content ?? {})).toEqual(['application/problem+json']);
    expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(['id', 'range']));
    expect(security).toEqual([{ bearerToken: [] }, { tokenHeader: [] }]);
    expect(at('/api/messages/{id}/media', 'post')?.security).toBeUndefined();
  });

  it('begins with what programs call', () => {
    expect(Object.keys(described.paths).slice(0, 4)).toEqual([
      '/api/messages/send',
      '/api/messages/send/files',
      '/api/messages/{id}',
      '/api/messages',
    ]);
  });

  it('says in a few words what each call does, and nothing of calls that there are not', () => {
    const all = operationsOf(described.paths);
    expect(all.filter(({ operation }) => !operation.summary).map(({ path }) => path)).toEqual([]);
    const places = new Set(all.map(({ method, path }) => `${method.toUpperCase()} ${path}`));
    expect(Object.keys(summaries).filter(place => !places.has(place))).toEqual([]);
  });

  it('tells programs of every call that a token may be refused for its scope, or its company for its subscription', () => {
    const ofPrograms = operationsOf(described.paths).filter(({ operation }) => isForTokens(operation));
    expect(ofPrograms.length).toBeGreaterThan(15);
    for (const { path, operation } of ofPrograms)
      for (const [status, code] of [
        ['402', 'ERR_SUBSCRIPTION_EXPIRED'],
        ['403', 'ERR_SCOPE_MISSING'],
      ] as const) {
        const { examples } = operation.responses[status]?.content?.['application/problem+json'] ?? {};
        expect({ path, examples }).toMatchObject({
          examples: { example: { value: { status: Number(status), code } } },
        });
      }
  });

  it('tells of the calls of screens how they are refused', () => {
    const ofScreens = operationsOf(described.paths).filter(({ operation }) => !isForTokens(operation));
    expect(ofScreens.length).toBeGreaterThan(100);
    for (const { operation } of ofScreens)
      expect(operation.responses.default).toEqual({ $ref: '#/components/responses/Refusal' });
  });
});

describe('paths that differ in the names of their parameters', () => {
  const operation = (name: string, operationId: string) => ({
    operationId,
    parameters: [{ name, in: 'path' }],
    responses: {},
  });

  it('become one, by the names of the first', () => {
    const one = withoutTwins({
      '/a/{id}/b': { get: operation('id', 'one') },
      '/a/{name}/b': { put: operation('name', 'other') },
    });
    expect(one).toEqual({ '/a/{id}/b': { get: operation('id', 'one'), put: operation('id', 'other') } });
  });

  it('leaves others alone', () => {
    const paths = {
      '/a/{id}': { get: operation('id', 'one') },
      '/b/{id}': { get: operation('id', 'other') },
    };
    expect(withoutTwins(paths)).toEqual(paths);
  });
});
