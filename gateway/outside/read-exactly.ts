import { isUtf8 } from 'node:buffer';
import type { FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { unknownFields } from '#contracts/exact.ts';
import { CallRefused } from '../errors/refusal.ts';
import type { App } from '../gateway.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route of programs that takes a form and no JSON. */
    onlyForm?: boolean;
  }
}

/**
 * What programs ask for is done as it was asked, or refused: in all routes registered in this scope after this. A field
 * that a call does not know is refused by its name, and so is a text that cannot be kept as it is, and a body of another
 * content type. A route whose own schema would pass over a field cannot be registered.
 */
export const readExactly = (app: App): void => {
  const parseJson = app.getDefaultJsonParser('error', 'ignore');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else if (typeof body !== 'string' && isUtf8(body)) void parseJson(request, body.toString(), done);
    else done(new CallRefused('ERR_UNREADABLE_BODY', { message: 'The body is not in UTF-8.' }));
  });
  app.addHook('onRoute', route => {
    route.schema = { querystring: z.strictObject({}), ...route.schema };
    mustBeExact(route);
  });
  app.addHook('onRequest', async request => mustBeTaken(request));
  app.addHook('preValidation', async request => {
    mustBeText(request.query);
    mustBeText(request.body);
    const { schema } = request.routeOptions;
    if (!schema?.body) nothingIn(request.body);
  });
};

const mustBeExact = ({ method, url, schema = {} }: RouteOptions): void => {
  for (const part of [schema.body, schema.querystring])
    if (part && !isExact(part as z.ZodType))
      throw new Error(`${String(method)} ${url} would pass over fields that it does not know: use exact()`);
};

const isExact = (schema: z.ZodType): boolean => {
  let isOpen = false;
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  JSON.stringify(described, (_name, part: unknown) => {
    const isObject = typeof part === 'object' && part !== null && 'type' in part && part.type === 'object';
    if (isObject && 'properties' in part)
      isOpen ||= !('additionalProperties' in part) || part.additionalProperties !== false;
    return part;
  });
  return !isOpen;
};

const withBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** @throws ERR_CONTENT_TYPE for a body in a form that the call does not take, or that is not named. */
const mustBeTaken = ({ method, headers, routeOptions }: FastifyRequest): void => {
  const isThere = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  if (!isThere || !withBody.has(method)) return;
  const { upload, onlyForm } = routeOptions.config;
  const taken = [...(onlyForm ? [] : ['application/json']), ...(upload ? ['multipart/form-data'] : [])];
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (taken.includes(type.trim().toLowerCase())) return;
  const given = type ? `${type} is not taken here` : 'The body comes without its Content-Type';
  throw new CallRefused('ERR_CONTENT_TYPE', { message: `${given}: send ${taken.join(' or ')}.` });
};

/** @throws ERR_VALIDATION for a text that has the character 0, or half of one. */
export const mustBeText = (given: unknown): void => {
  const left: [string, unknown][] = [['', given]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [field, value] = next;
    if (typeof value === 'string' && value.includes('\0')) throw noText(field, 'the character U+0000');
    if (typeof value === 'string' && !value.isWellFormed())
      throw noText(field, 'half of a character (a lone surrogate)');
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, each] of Object.entries(value)) left.push([field ? `${field}.${name}` : name, each]);
  }
};

const noText = (field: string, what: string): CallRefused =>
  notAsItMustBe([{ field: field || 'body', message: `has ${what}, which no text can have` }]);

/** @throws ERR_VALIDATION for fields given to a call that has none. */
const nothingIn = (body: unknown): void => {
  if (typeof body !== 'object' || body === null) return;
  const issues = Object.keys(body).map(field => ({ field, message: unknownFields([field], []) }));
  if (issues.length > 0) throw notAsItMustBe(issues.slice(0, 10));
};

const notAsItMustBe = (issues: readonly { field: string; message: string }[]): CallRefused =>
  new CallRefused('ERR_VALIDATION', {
    message: `${issues[0]?.field}: ${issues[0]?.message}`,
    details: { issues },
  });
