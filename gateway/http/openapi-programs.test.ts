import { beforeAll, describe, expect, it } from 'vitest';
import { describedCalls, describedProgramCalls } from '../described-calls.ts';
import { isForTokens } from './openapi-outside.ts';
import { type Described, operationsOf } from './openapi-paths.ts';

let all: Described;
let programs: Described;
beforeAll(async () => {
  [all, programs] = [await describedCalls('1'), await describedProgramCalls('1')];
});
const placesIn = ({ paths }: Described) => operationsOf(paths).map(({ method, path }) => `${method} ${path}`);

describe('the description of the calls of programs', () => {
  it('has every call that a token opens, and no other', () => {
    const open = operationsOf(all.paths).filter(({ operation }) => isForTokens(operation));
    expect(placesIn(programs).toSorted()).toEqual(
      open.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
    expect(placesIn(programs).length).toBeGreaterThan(15);
    for (const { operation } of operationsOf(programs.paths))
      expect(operation.security).toEqual([{ bearerToken: [] }, { tokenHeader: [] }]);
    expect(Object.keys(programs.components.securitySchemes ?? {})).toEqual(['bearerToken', 'tokenHeader']);
  });

  it('types each answer by itself, also where screens share the path', () => {
    const { get, ...others } = programs.paths['/api/messages/{id}'] ?? {};
    expect(get?.responses['200']?.content?.['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/Message',
    });
    expect(get?.parameters?.map(({ name }) => name)).toEqual(['id']);
    expect(others).toEqual({});
    for (const { operation } of operationsOf(programs.paths))
      for (const { content = {} } of Object.values(operation.responses))
        for (const { schema } of Object.values(content)) expect(schema.anyOf).toBeUndefined();
  });

  it('says of each call one way to send it', () => {
    const ways = operationsOf(programs.paths).map(({ operation: { requestBody } }) =>
      Object.keys(requestBody?.content ?? {}),
    );
    expect(ways.filter(({ length }) => length > 1)).toEqual([]);
    expect(ways.flat()).toContain('multipart/form-data');
    const { requestBody } = programs.paths['/api/messages/send']?.post ?? {};
    expect(requestBody).toMatchObject({ required: true, content: { 'application/json': {} } });
  });

  it('asks for no field that has a default, and for bytes where there are files', () => {
    const schemasWith: object[] = [];
    JSON.stringify(programs, (name, part: unknown) => {
      if (name === 'examples' || name === 'example' || name === 'webhooks') return undefined;
      if (typeof part === 'object' && part !== null && 'default' in part) schemasWith.push(part);
      return part;
    });
    expect(schemasWith).toEqual([]);
    const { CreateWebhookInput } = programs.components.schemas ?? {};
    expect(CreateWebhookInput?.required).toEqual(['url', 'events']);
    expect(CreateWebhookInput?.properties?.payload?.description).toContain('Without it: `"thin"`.');
    const { requestBody } = programs.paths['/api/messages/send/files']?.post ?? {};
    const { medias } = requestBody?.content['multipart/form-data']?.schema.properties ?? {};
    expect(medias?.items).toEqual({ type: 'string', format: 'binary' });
  });

  it('speaks of no schema that it has not, and has none that it does not speak of', () => {
    const named = new Set(
      [...JSON.stringify(programs).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
    );
    expect([...named].toSorted()).toEqual(Object.keys(programs.components.schemas ?? {}).toSorted());
  });
});
