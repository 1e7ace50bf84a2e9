import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { commandIdHeader, positionHeader } from '#contracts/http.ts';
import { type Problem, problem, problemType } from '#contracts/problems.ts';
import type { ErrorCode } from '#domain/shared/errors.ts';
import { keyed } from '#domain/shared/typed-objects.ts';

/** A call as the server would see it. */
export type Asked = {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly commandId: string | null;
  readonly headers: Headers;
  /** What was sent as a form. */
  readonly form: FormData | undefined;
};
/** What is answered: the contract's answer, a refusal, or nothing as long as the promise is open. */
export type Answered<Body> = Body | Refusal | Problems | { readonly lost: true };
/** As programs outside are refused. */
type Problems = { readonly problem: Problem };
type Refusal = {
  readonly refused: ErrorCode;
  readonly status: number;
  readonly details?: object;
};
type Route<Schema extends z.ZodType> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With or without what follows it: `/tags` answers /tags/{id} too, where nothing longer does. */
  readonly path: string;
  readonly schema: Schema;
  /** Of what is answered when nothing is refused: 200 otherwise. */
  readonly status?: number;
  readonly answer: (asked: Asked) => Answered<z.input<Schema>> | Promise<Answered<z.input<Schema>>>;
};

/**
 * Answers the page's calls instead of a gateway, for one test. Each answer is looked at by the contract's schema: a
 * test cannot make up what no server says. A call that nothing answers fails the test that made it.
 */
export const fakeNetwork = () => {
  const routes: { method: string; path: string; respond: (asked: Asked) => Promise<Response> }[] = [];
  const calls: (Asked & { readonly method: string })[] = [];
  let position = 1;

  window.fetch = async (input, init = {}) => {
    const url = new URL(String(input), location.href);
    const method = init.method ?? 'GET';
    const path = url.pathname.replace('/api', '');
    const [route] = routes
      .filter(each => each.method === method && `${path}/`.startsWith(`${each.path}/`))
      .toSorted((one, other) => other.path.length - one.path.length);
    if (!route) throw new Error(`nothing answers ${method} ${path}`);
    const asked: Asked = {
      ...{ path, query: url.searchParams },
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      commandId: new Headers(init.headers).get(commandIdHeader),
      headers: new Headers(init.headers),
      form: init.body instanceof FormData ? init.body : undefined,
    };
    calls.push({ ...asked, method });
    return route.respond(asked);
  };
  onTestFinished(() => {
    // What is still on the page when the test ends gets no answer.
    window.fetch = () => new Promise(() => undefined);
  });

  const respond = <Body>(
    { schema, status = 200 }: { readonly schema: z.ZodType<unknown, Body>; readonly status?: number },
    answer: Answered<Body>,
  ): Response => {
    if (isRefusal(answer))
      return Response.json(
        { error: answer.refused, message: '', details: answer.details },
        { status: answer.status },
      );
    if (isProblem(answer))
      return Response.json(problem.parse(answer.problem), {
        status: answer.problem.status,
        headers: { 'content-type': problemType },
      });
    if (isLost(answer)) throw new TypeError('Failed to fetch');
    position += 1;
    schema.parse(answer);
    return Response.json(answer, { status, headers: { [positionHeader]: String(position) } });
  };
  return {
    calls,
    /** The calls of a method to a path so far. */
    callsOf: (method: string, path: string) =>
      calls.filter(call => call.method === method && call.path.startsWith(path)),
    answer: <Schema extends z.ZodType>({ method, path, answer, ...how }: Route<Schema>): void => {
      routes.unshift({ method, path, respond: async asked => respond(how, await answer(asked)) });
    },
  };
};

export type Network = ReturnType<typeof fakeNetwork>;

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'refused' in answer;
const isProblem = (answer: unknown): answer is Problems =>
  typeof answer === 'object' &&
  answer !== null &&
  'problem' in answer &&
  typeof answer.problem === 'object' &&
  answer.problem !== null;
const isLost = (answer: unknown): answer is { lost: true } =>
  typeof answer === 'object' && answer !== null && 'lost' in answer;

/** What a page of rows is answered as: see contracts/records.ts. */
export const pageAnswer = <const Name extends string, Row extends z.ZodType>(name: Name, row: Row) =>
  z.object({ ...keyed(name, z.array(row)), hasMore: z.boolean(), count: z.number().int() });
