import { refreshToken } from '../api/refresh-token.ts';
import { serverNow } from '../api/server-clock.ts';
import { onTokenChange, readToken, tokenLifetime } from '../api/token.ts';

/** A token is renewed this long before it runs out, so that the socket never closes over it. */
const renewAheadMs = 60_000;
const soonestMs = 5_000;

/** The token of the session, exchanged for a new one when it is about to run out. */
export const freshToken = (): Promise<string> => {
  const token = readToken();
  const good = token !== null && tokenLifetime(token, serverNow()) > soonestMs;
  return good ? Promise.resolve(token) : refreshToken(token);
};

/**
 * Renews the token in time and tells of each new one, so that the session outlives its tokens without a reconnect.
 * What fails is tried again for as long as the token is the session's. Answers how to stop.
 */
export const keepTokenFresh = (tell: (token: string) => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const plan = (token: string | null): void => {
    clearTimeout(timer);
    if (token === null) return;
    const again = (): void => {
      if (!stopped && readToken() === token) plan(token);
    };
    const wait = Math.max(soonestMs, tokenLifetime(token, serverNow()) - renewAheadMs);
    timer = setTimeout(() => void refreshToken(token).catch(again), wait);
  };
  const stop = onTokenChange(token => {
    if (token) tell(token);
    plan(token);
  });
  plan(readToken());
  return () => {
    stopped = true;
    stop();
    clearTimeout(timer);
  };
};
