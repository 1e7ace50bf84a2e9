import { idempotencyHeader } from '#contracts/outside-messages.ts';
import { ApiError } from '../shared/api-error.ts';

/** What a call with a token was answered, as it is. */
export type OutsideAnswer = { readonly status: number; readonly body: unknown };

type Sending = {
  readonly content: Readonly<Record<string, string>> | FormData;
  /** The same again sends nothing twice. */
  readonly idempotencyKey: string;
};

/** Sends a message as a program outside would: with the token alone, without the session. Throws ApiError. */
export const sendAsProgram = (
  token: string,
  { content, idempotencyKey }: Sending,
): Promise<OutsideAnswer> => {
  const isForm = content instanceof FormData;
  return ask('/messages/send', {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, [idempotencyHeader]: idempotencyKey },
      ...(isForm ? {} : { 'content-type': 'application/json' }),
    },
    body: isForm ? content : JSON.stringify(content),
  });
};

/** What became of a message, asked as a program outside would. Throws ApiError. */
export const messageAsProgram = (token: string, id: string, signal: AbortSignal): Promise<OutsideAnswer> =>
  ask(`/messages/${id}`, { method: 'GET', headers: { authorization: `Bearer ${token}` }, signal });

const ask = async (path: string, how: RequestInit): Promise<OutsideAnswer> => {
  try {
    const response = await fetch(`/api${path}`, { ...how, credentials: 'omit' });
    const text = await response.text();
    return { status: response.status, body: asJson(text) };
  } catch {
    throw new ApiError({ status: 0, code: 'ERR_NETWORK' });
  }
};

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
