import { sessionAnswer } from '#contracts/http.ts';
import { ApiError } from './api-error.ts';
import { clearToken, readToken, storeToken } from './token.ts';

let flight: Promise<string> | undefined;

/**
 * Exchanges the refresh cookie for a new access token: one exchange at a time, over all tabs. When another tab has
 * just replaced the `stale` token, its token is taken. A refused exchange ends the session (401).
 */
export const refreshToken = (stale: string | null): Promise<string> => {
  flight ??= inTurn(stale).finally(() => {
    flight = undefined;
  });
  return flight;
};

const inTurn = (stale: string | null): Promise<string> => {
  if (!('locks' in navigator)) return exchange();
  return navigator.locks.request('token-refresh', () => {
    const current = readToken();
    return current !== null && current !== stale ? current : exchange();
  });
};

const exchange = async (): Promise<string> => {
  const response = await fetch('/api/auth/refresh_token', {
    method: 'POST',
    credentials: 'same-origin',
  }).catch(() => undefined);
  if (!response || response.status >= 500 || response.status === 429) {
    throw new ApiError({ status: response?.status ?? 0, code: 'ERR_NETWORK' });
  }
  const parsed = response.ok ? sessionAnswer.safeParse(await response.json()) : undefined;
  if (!parsed?.success) {
    clearToken();
    throw new ApiError({ status: 401, code: 'ERR_SESSION_EXPIRED' });
  }
  storeToken(parsed.data.token);
  return parsed.data.token;
};
