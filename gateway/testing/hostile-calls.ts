import fc from 'fast-check';
import type { App } from '../gateway.ts';

type Schema = {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};
type Parameter = { readonly name: string; readonly in: string; readonly schema: Schema };
type Operation = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
};

export type HostileCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  /** As it goes over the wire: JSON, or what only calls itself so. */
  readonly payload?: string;
};
/** A call as its description has it, with a value for each of its fields. */
export type DescribedCall = {
  readonly method: HostileCall['method'];
  readonly path: string;
  readonly inPath: Readonly<Record<string, string>>;
  readonly query: readonly string[];
  readonly body: unknown;
};

/** All calls under /api as the app describes them; `ids` names values for fields that must find something. */
export const describedCalls = (app: App, ids: Readonly<Record<string, string>>): readonly DescribedCall[] => {
  const { paths = {} } = app.swagger() as { paths?: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase() as HostileCall['method'],
      path,
      inPath: Object.fromEntries(
        parameters.filter(one => one.in === 'path').map(one => [one.name, fitting(one, path, ids)]),
      ),
      query: parameters.filter(one => one.in === 'query').map(({ name }) => name),
      body: requestBody && sample(requestBody.content['application/json']?.schema ?? {}, ids),
    })),
  );
};

const fitting = (
  { name, schema }: Parameter,
  path: string,
  ids: Readonly<Record<string, string>>,
): string => {
  const noun = path.split('/')[2] ?? '';
  return ids[name === 'id' ? noun : name] ?? String(sample(schema, ids));
};

/** A value that fits a schema, near enough. */
const sample = (schema: Schema, ids: Readonly<Record<string, string>>, name = ''): unknown => {
  const known = ids[name];
  if (known !== undefined) return known;
  const [first] = schema.anyOf ?? [];
  if (first) return sample(first, ids, name);
  if (schema.enum) return schema.enum[0];
  if (schema.format === 'uuid') return '01990000-0000-7000-8000-000000000001';
  if (schema.format === 'email') return 'alguem@loja.test';
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, value]) => [key, sample(value, ids, key)]),
      );
    case 'array':
      return [sample(schema.items ?? {}, ids, name)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return schema.pattern?.startsWith('^#') ? '#00aa00' : 'palavras';
  }
};

const nested = (depth: number): unknown => {
  let value: unknown = 'fim';
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { mais: value };
  return value;
};
const forged = (...parts: readonly string[]): string => Buffer.from(parts.join('~')).toString('base64url');
const [noDay, anId] = ['9999-99-99T99:99:99.999Z', '01990000-0000-7000-8000-000000000001'];

const inAddresses = ['a\0b', '\ud800', 'NaN', anId.toUpperCase(), '__proto__', '%', '9'.repeat(300), '..'];
const hostileTexts: readonly string[] = [
  ...['', ' ', '\0', 'olá\0 mundo', 'x\udc00y', `'; drop table inbox.ticket; --`, '%', '\\', '\\u0000'],
  ...['__proto__', '-1', '9'.repeat(300), '9999-12-31', anId.toUpperCase(), '🏳️‍🌈'.repeat(400)],
];
/** What lists, days, places in lists and words of a search may choke on. */
const inQueries: readonly string[] = [
  ...hostileTexts,
  ...['null', 'NaN', '0', '1.5', '1e400', '0x10', '99999999999999999999', '\ud800'],
  ...['0000-01-01', '0001-01-01', '2026-02-30', '-2026-01-01'],
  ...['[', '[]', '["a"]', '[[]]', ',,,', `[${'['.repeat(5_000)}`],
  ...['(', '*', '"', '""', '!', '&|', ':*', "''", '<->', 'a:*&!(', '\u202e\ufeff', 'ﷺ'.repeat(50)],
  ...[forged(noDay, anId), forged('0000-00-00T00:00:00.000Z', anId, anId), forged(noDay, '1', anId)],
  ...[forged('9999999999999999', anId), forged('9999999999999999', noDay, anId), forged('\0', anId)],
  ...[forged('9999999999999999'), forged(noDay), forged(noDay, '1'), forged('a', 'b', 'c', 'd')],
];
const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  ...['x'.repeat(70_000), null, true, 0, -1, 0.5, 1e308, Number.MAX_SAFE_INTEGER + 1, [], [null], [[[]]], {}],
  ...[{ id: null }, { toString: 1, length: -1 }, ['\0'], [{ id: '\0' }], nested(2_000)],
];

const addressOf = (call: DescribedCall, inPath = call.inPath, query = ''): string =>
  `${call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(inPath[name] ?? ''))}${query}`;
/** Half a surrogate pair has no encoding: it goes as some clients send it. */
const encoded = (text: string): string =>
  text.isWellFormed() ? encodeURIComponent(text) : `%ED%A0%80${encodeURIComponent(text.toWellFormed())}`;

/** The call with each of its places in turn filled with each hostile value. */
export const hostileCalls = (call: DescribedCall): readonly HostileCall[] => {
  const { method } = call;
  const payload = call.body === undefined ? {} : { payload: JSON.stringify(call.body) };
  const places = Object.keys(call.inPath).flatMap(name =>
    inAddresses.map(text => ({ method, url: addressOf(call, { ...call.inPath, [name]: text }), ...payload })),
  );
  const queries = call.query.flatMap(name => [
    ...inQueries.map(text => `?${name}=${encoded(text)}`),
    ...[`?${name}=%`, `?${name}=%C0%80`, `?${name}=1&${name}=2`, `?${name}[]=1`, `?${name}`],
  ]);
  const asked = queries.map(query => ({ method, url: addressOf(call, call.inPath, query), ...payload }));
  return [...places, ...asked, ...hostileBodies(call)];
};

const hostileBodies = (call: DescribedCall): readonly HostileCall[] => {
  const { method, body } = call;
  const url = addressOf(call);
  if (method === 'GET' || method === 'DELETE' || body === undefined) return [];
  const fields = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  const without = fields.map(name => ({ ...body, [name]: undefined }));
  const changed = fields.flatMap(name => hostileValues.map(value => ({ ...body, [name]: value })));
  const random = fc.sample(fc.jsonValue({ maxDepth: 4 }), { numRuns: 10, seed: 7 });
  return [
    ...[...without, ...changed, ...hostileValues, ...random].map(value => JSON.stringify(value)),
    ...['', '{', '{"a":1,}', 'null', '"', '\0', '{"__proto__":{"x":1}}', '{"constructor":{"prototype":1}}'],
    ...['['.repeat(20_000), `{"a":${'1'.repeat(50_000)}}`, '{"a":1}{"b":2}', '\ufeff{}'],
  ].map(payload => ({ method, url, payload }));
};
