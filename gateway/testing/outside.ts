import type { InjectOptions } from 'fastify';
import type { App } from '../gateway.ts';
import type { Call } from './browser.ts';
import type { Harness } from './harness.ts';

type Fields = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;

/** Calls the app as a program outside does, with its token. */
export const openOutside = ({ app }: { readonly app: App }, token: string | undefined) => {
  const call = async (options: InjectOptions): Promise<Call & { readonly bytes: Buffer }> => {
    const own: Headers = token === undefined ? {} : { token };
    const answer = await app.inject({ ...options, headers: { ...own, ...options.headers } });
    const isJson = /^application\/(problem\+)?json/.test(String(answer.headers['content-type']));
    const { statusCode: status, rawPayload: bytes, headers } = answer;
    return { status, body: isJson ? answer.json() : answer.body, bytes, headers };
  };
  return {
    call,
    get: (path: string, headers: Headers = {}) => call({ method: 'GET', url: `/api/${path}`, headers }),
    send: (body: Fields, headers: Headers = {}) =>
      call({ method: 'POST', url: '/api/messages/send', payload: body, headers }),
    sendForm: async (
      fields: Readonly<Record<string, string | readonly string[]>>,
      files: readonly { readonly name: string; readonly bytes: Buffer }[] = [],
      headers: Headers = {},
    ) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields))
        for (const each of [value].flat()) form.append(name, each);
      for (const { name, bytes } of files) form.append('medias', new Blob([new Uint8Array(bytes)]), name);
      const encoded = new Response(form);
      return call({
        ...{ method: 'POST', url: '/api/messages/send', payload: Buffer.from(await encoded.arrayBuffer()) },
        headers: { 'content-type': encoded.headers.get('content-type') ?? '', ...headers },
      });
    },
  };
};
export type Outside = ReturnType<typeof openOutside>;

/** A key that an administrator makes, and the program that comes with it. */
export const openKey = async (
  harness: Pick<Harness, 'app'>,
  admin: { post: (path: string, body?: object) => Promise<Call> },
  scopes: readonly string[] = ['send', 'read'],
): Promise<Outside & { readonly token: string; readonly keyId: string }> => {
  const { status, body } = await admin.post('api-keys', { name: 'Loja virtual', scopes });
  if (status !== 201) throw new Error(`no key: ${JSON.stringify(body)}`);
  return { ...openOutside(harness, body.token), token: body.token, keyId: body.id };
};
