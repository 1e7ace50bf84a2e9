import type { z } from 'zod';
import { commandIdHeader, errorBody, minPositionHeader, positionHeader } from '#contracts/http.ts';
import { ApiError } from '../shared/api-error.ts';
import { refreshToken } from './refresh-token.ts';
import { noteServerDate } from './server-clock.ts';
import { dropToken, readToken } from './token.ts';

export type Call<Schema extends z.ZodType> = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly body?: unknown;
  readonly schema: Schema;
  /** Makes a command safe to repeat: the same id does nothing twice. */
  readonly commandId?: string;
  /** Waits until the read model has come to this log position. */
  readonly minPosition?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

export type Answer<Data> = { readonly data: Data; readonly position: number };

/** A network that swallows answers is not waited for any longer. */
const longestMs = 60_000;

/**
 * Calls the gateway and parses what it answers. An expired access token is refreshed once and the call repeated;
 * a session that is over clears the token. Throws ApiError only.
 */
export const call = async <Schema extends z.ZodType>(
  request: Call<Schema>,
): Promise<Answer<z.output<Schema>>> => {
  const limit = AbortSignal.timeout(longestMs);
  const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit;
  const limited = { ...request, signal };
  let token = readToken();
  let response = await send(limited, token);
  if (response.status === 403) {
    const error = await toError(response);
    if (error.code !== 'ERR_SESSION_EXPIRED') throw error;
    token = await refreshToken(token);
    response = await send(limited, token);
  }
  if (response.status === 401) dropToken(token);
  if (!response.ok) throw await toError(response);
  return parse(request.schema, response);
};

/** Like `call`, and answers the data alone. */
export const fetchData = async <Schema extends z.ZodType>(request: Call<Schema>): Promise<z.output<Schema>> =>
  (await call(request)).data;

/** Opens a stream of the gateway (server-sent events), with the session's token. */
export const openStream = async (path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> => {
  const token = readToken();
  const request = { path, signal };
  let response = await send(request, token);
  if (response.status === 403) response = await send(request, await refreshToken(token));
  if (!response.ok || !response.body) throw await toError(response);
  return response.body;
};

const send = async (request: Omit<Call<z.ZodType>, 'schema'>, token: string | null): Promise<Response> => {
  const headers = new Headers();
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (request.body !== undefined) headers.set('content-type', 'application/json');
  if (request.commandId) headers.set(commandIdHeader, request.commandId);
  if (request.minPosition) headers.set(minPositionHeader, String(request.minPosition));
  try {
    const response = await fetch(`/api${request.path}${queryString(request.query)}`, {
      method: request.method ?? 'GET',
      headers,
      credentials: 'same-origin',
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(request.signal ? { signal: request.signal } : {}),
    });
    noteServerDate(response.headers.get('date'));
    return response;
  } catch {
    throw new ApiError({ status: 0, code: 'ERR_NETWORK' });
  }
};

const queryString = (query: Call<z.ZodType>['query']): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text ? `?${text}` : '';
};

const parse = async <Schema extends z.ZodType>(
  schema: Schema,
  response: Response,
): Promise<Answer<z.output<Schema>>> => {
  const body: unknown = response.status === 204 ? undefined : await readJson(response);
  const parsed = schema.safeParse(body);
  if (!parsed.success) {
    console.error('The gateway answered something unexpected', response.url, parsed.error);
    throw new ApiError({ status: response.status, code: 'ERR_ANSWER' });
  }
  return { data: parsed.data, position: Number(response.headers.get(positionHeader) ?? 0) };
};

const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text().catch(() => {
    throw new ApiError({ status: 0, code: 'ERR_NETWORK' });
  });
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
};

const toError = async (response: Response): Promise<ApiError> => {
  const parsed = errorBody.safeParse(await readJson(response));
  if (!parsed.success) {
    const code = response.status >= 500 ? 'ERR_UNAVAILABLE' : 'ERR_INTERNAL';
    return new ApiError({ status: response.status, code });
  }
  const { error, message, details } = parsed.data;
  return new ApiError(
    { status: response.status, code: error, details, retryAfterMs: retryAfterMs(response) },
    message,
  );
};

const retryAfterMs = ({ headers }: Response): number | undefined => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : undefined;
};
