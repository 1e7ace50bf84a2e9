import type { z } from 'zod';
import { commandIdHeader, errorBody } from '#contracts/http.ts';
import { ApiError } from '../shared/api-error.ts';
import { refreshToken } from './refresh-token.ts';
import { dropToken, readToken } from './token.ts';

export type Upload<Schema extends z.ZodType> = {
  readonly path: string;
  readonly form: FormData;
  readonly commandId: string;
  readonly schema: Schema;
  /** Notification the share that has gone, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
};

/** Posts a form and tells how far it is, which `fetch` cannot. Refreshes an expired session once. Throws ApiError. */
export const upload = async <Schema extends z.ZodType>(
  request: Upload<Schema>,
): Promise<z.output<Schema>> => {
  let token = readToken();
  let answer = await post(request, token);
  if (answer.status === 403 && codeOf(answer.body) === 'ERR_SESSION_EXPIRED') {
    token = await refreshToken(token);
    answer = await post(request, token);
  }
  if (answer.status === 401) dropToken(token);
  const { status, body } = answer;
  if (status < 200 || status > 299) {
    const { error, details } = errorBody.safeParse(body).data ?? {};
    const code = error ?? (status === 0 ? 'ERR_NETWORK' : 'ERR_UNAVAILABLE');
    throw new ApiError({ status, code, details });
  }
  const parsed = request.schema.safeParse(body);
  if (!parsed.success) throw new ApiError({ status, code: 'ERR_ANSWER' });
  return parsed.data;
};

type Answer = { readonly status: number; readonly body: unknown };

const post = (
  { path, form, commandId, onProgress, signal }: Upload<z.ZodType>,
  token: string | null,
): Promise<Answer> =>
  new Promise(resolve => {
    if (signal.aborted) return resolve({ status: 0, body: undefined });
    const request = new XMLHttpRequest();
    request.open('POST', `/api${path}`);
    request.setRequestHeader(commandIdHeader, commandId);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onloadend = () => resolve({ status: request.status, body: parsedJson(request.responseText) });
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });

const codeOf = (body: unknown) => errorBody.safeParse(body).data?.error;

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
