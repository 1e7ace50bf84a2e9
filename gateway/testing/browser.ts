import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Harness } from './harness.ts';
import { password as officePassword } from './office.ts';

export type Call = {
  readonly status: number;
  readonly body: Body;
  readonly headers: LightMyRequestResponse['headers'];
};
// biome-ignore lint/suspicious/noExplicitAny: answers are checked by their schemas; tests look into them freely
type Body = any;

/** Calls the app as a browser would: with the token and the cookie of its session. */
export const openBrowser = ({ app }: Pick<Harness, 'app'>, ip = '127.0.0.1') => {
  let token: string | undefined;
  let cookie: string | undefined;
  let known: string | undefined;

  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    more: { readonly body?: object; readonly headers?: Record<string, string> } = {},
  ): Promise<Call> => {
    const options: InjectOptions = {
      method,
      url: path.startsWith('/') ? path : `/api/${path}`,
      remoteAddress: ip,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...more.headers },
      cookies: { ...(cookie ? { jrt: cookie } : {}), ...(known ? { jkb: known } : {}) },
      ...(more.body ? { payload: more.body } : {}),
    };
    const answer = await app.inject(options);
    const given = answer.cookies.find(({ name }) => name === 'jrt');
    if (given) cookie = given.value || undefined;
    known = answer.cookies.find(({ name }) => name === 'jkb')?.value ?? known;
    const isJson = /^application\/(problem\+)?json/.test(String(answer.headers['content-type']));
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : answer.body,
      headers: answer.headers,
    };
  };
  const take = (answer: Call): Call => {
    if (answer.status === 200) token = answer.body.token;
    return answer;
  };

  return {
    get: (path: string, headers?: Record<string, string>) => call('GET', path, headers ? { headers } : {}),
    post: (path: string, body?: object, headers: Record<string, string> = {}) =>
      call('POST', path, { ...(body ? { body } : {}), headers }),
    put: (path: string, body?: object, headers: Record<string, string> = {}) =>
      call('PUT', path, { ...(body ? { body } : {}), headers }),
    delete: (path: string, headers: Record<string, string> = {}) => call('DELETE', path, { headers }),
    login: async (email: string, password = officePassword) =>
      take(await call('POST', 'auth/login', { body: { email, password } })),
    refresh: async () => take(await call('POST', 'auth/refresh_token')),
    token: () => token ?? '',
    cookie: () => cookie,
    setToken: (other: string | undefined) => {
      token = other;
    },
    setCookie: (other: string | undefined) => {
      cookie = other;
    },
  };
};
export type Browser = ReturnType<typeof openBrowser>;

/** Of an answer what a refusal is known by. */
export const answered = ({ status, body }: { status: number; body: { error?: string } }) => [
  status,
  body.error,
];
