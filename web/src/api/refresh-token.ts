import { sessionAnswer } from '#contracts/http.ts';
import { ApiError } from '../shared/api-error.ts';
import { noteServerDate } from './server-clock.ts';
import { dropToken, readToken, storeToken } from './token.ts';

/** A network that swallows answers is not waited for any longer. */
const longestMs = 20_000;

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
  if (!('locks' in navigator)) return exchange(stale);
  return navigator.locks.request('token-refresh', () => {
    const current = readToken();
    return current !== null && current !== stale ? current : exchange(stale);
  });
};

const exchange = async (stale: string | null): Promise<string> => {
  const response = await fetch('/api/auth/refresh_token', {
    method: 'POST',
    credentials: 'same-origin',
    signal: AbortSignal.timeout(longestMs),
  }).catch(() => undefined);
  if (response?.status === 401 || response?.status === 403) {
    dropToken(stale);
    throw new ApiError({ status: 401, code: 'ERR_SESSION_EXPIRED' });
  }
  // Anything else, as a portal of some Wi-Fi, says nothing of the session.
  const parsed = sessionAnswer.safeParse(await response?.json().catch(() => undefined));
  if (!response?.ok || !parsed.success) throw new ApiError({ status: 0, code: 'ERR_NETWORK' });
  noteServerDate(response.headers.get('date'));
  storeToken(parsed.data.token);
  return parsed.data.token;
};
