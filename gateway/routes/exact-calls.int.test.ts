import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { type Described, type Operation, operationsOf } from '../http/openapi-paths.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { type Office, openOffice } from '../testing/office.ts';
import { openKey } from '../testing/outside.ts';

type ProgramCall = Pick<Operation, 'parameters' | 'requestBody'> & {
  readonly place: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  /** A body that is as it must be. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly takes: readonly string[];
};

let harness: Harness;
let office: Office;
let admin: Browser;
let program: Awaited<ReturnType<typeof openKey>>;
let calls: readonly ProgramCall[];
beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  const { email } = await office.user('Bruna', { profile: 'admin' });
  await harness.caughtUp();
  admin = openBrowser(harness);
  await admin.login(email);
  program = await openKey(harness, admin, ['send', 'read', 'webhooks']);
  // A new call of programs is in the walk by itself.
  const { paths: all } = harness.app.swagger() as object as Described;
  calls = operationsOf(harness.app.describePrograms().paths).map(({ path, method, operation }) => ({
    ...{ place: `${method} ${path}`, method: method.toUpperCase() as ProgramCall['method'] },
    ...{ url: path.replaceAll(/\{\w+\}/g, newId()), ...operation, body: exampleOf(operation) },
    // Where a call takes a form as well, the description of programs speaks of one.
    takes: Object.keys(all[path]?.[method]?.requestBody?.content ?? { 'application/json': {} }),
  }));
});
afterAll(() => harness.close());

const exampleOf = ({ requestBody }: Operation): ProgramCall['body'] => {
  const { examples = {} } = requestBody?.content['application/json'] ?? {};
  return (Object.values(examples)[0] as { value?: ProgramCall['body'] })?.value;
};
const takesBody = ({ method }: ProgramCall): boolean => method === 'POST' || method === 'PUT';
const takesJson = (call: ProgramCall): boolean => takesBody(call) && call.takes.includes('application/json');
const form = 'multipart/form-data';
const formOf = (fields: Readonly<Record<string, string>>) => {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return { json: `${parts.join('')}--x--\r\n`, type: `${form}; boundary=x` };
};
const ask = (
  { method, url }: ProgramCall,
  { query = '', json, type }: { query?: string; json?: object | string; type?: string | null },
) =>
  program.call({
    ...{ method, url: `${url}${query}` },
    ...(json === undefined ? {} : { payload: typeof json === 'string' ? json : JSON.stringify(json) }),
    ...(json === undefined || type === null
      ? {}
      : { headers: { 'content-type': type ?? 'application/json' } }),
  });
const refusedFor = (field: string) => ({
  status: 422,
  headers: { 'content-type': 'application/problem+json' },
  body: { code: 'ERR_VALIDATION', errors: [{ field }] },
});

describe('every call of programs', () => {
  it('is walked', () => {
    expect(calls.length).toBeGreaterThan(15);
    expect(calls.filter(takesJson).length).toBeGreaterThan(5);
    expect(calls.filter(({ takes }) => takes.includes(form)).length).toBeGreaterThan(1);
  });

  it('refuses a field that it does not know, by its name', async () => {
    for (const call of calls) {
      const asked = { query: '?naoExiste=1', ...(call.body ? { json: call.body } : {}) };
      expect(await ask(call, asked), call.place).toMatchObject(refusedFor('naoExiste'));
      const ways = [
        ...(takesJson(call) ? [{ json: { ...call.body, naoExiste: 'x' } }] : []),
        ...(call.takes.includes(form) ? [formOf({ number: '5511987654321', naoExiste: 'x' })] : []),
      ];
      for (const way of ways) expect(await ask(call, way), call.place).toMatchObject(refusedFor('naoExiste'));
    }
  });

  it('refuses a text with the character 0 or half of one, by the name of its field', async () => {
    for (const call of calls) {
      if (call.takes.includes(form))
        expect(await ask(call, formOf({ number: '5511987654321', body: 'a\0b' })), call.place).toMatchObject(
          refusedFor('body'),
        );
      for (const { name, schema } of call.parameters?.filter(({ in: place }) => place === 'query') ?? [])
        if (schema?.type === 'string')
          expect(await ask(call, { query: `?${name}=a%00` }), call.place).toMatchObject(refusedFor(name));
      for (const [name, value] of Object.entries(call.body ?? {}))
        for (const text of ['a\0b', 'a\ud800b']) {
          if (typeof value !== 'string') continue;
          const answer = await ask(call, { json: { ...call.body, [name]: text } });
          expect(answer, `${call.place} ${name}`).toMatchObject(refusedFor(name));
        }
    }
  });

  it('refuses a body of another content type with 415', async () => {
    const types = ['text/plain', 'text/xml', 'application/x-www-form-urlencoded', 'application/json', null];
    for (const call of calls.filter(takesBody)) {
      const { body = { a: 1 }, takes, place } = call;
      for (const type of [...types, `${form}; boundary=x`]) {
        if (takes.includes(type?.split(';')[0] ?? '')) continue;
        expect(await ask(call, { json: body, type }), `${place} ${type}`).toMatchObject({
          ...{ status: 415, headers: { 'content-type': 'application/problem+json' } },
          body: { code: 'ERR_CONTENT_TYPE', detail: expect.stringContaining(`send ${takes.join(' or ')}`) },
        });
      }
    }
  });
});

describe('a field that is nearly one', () => {
  it('is answered with the name that it may be meant for, as JSON and as a form', async () => {
    const asked = { number: '5511987654321', body: 'Segue', mediaURL: 'https://www.example.com/a.pdf' };
    for (const answer of [await program.send(asked), await program.sendForm(asked)]) {
      expect(answer).toMatchObject(refusedFor('mediaURL'));
      expect(answer.body.detail).toContain('is it mediaUrl?');
    }
  });
});

describe('a body', () => {
  it('that is not in UTF-8 is refused: its letters would be others', async () => {
    const answer = await program.call({
      ...{ method: 'POST', url: '/api/messages/send', headers: { 'content-type': 'application/json' } },
      payload: Buffer.from('{"number":"5511987654321","body":"Olá"}', 'latin1'),
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'ERR_UNREADABLE_BODY' } });
  });
});
