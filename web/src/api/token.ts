import { forget, handleOtherTab, keep, readKept } from '../shared/kept.ts';

const tokenKey = 'token';

type Listener = (token: string | null) => void;
const listeners = new Set<Listener>();

export const readToken = (): string | null => readKept(tokenKey);

export const storeToken = (token: string): void => {
  keep(tokenKey, token);
  for (const listener of listeners) listener(token);
};

/** Forgets the token and what else is kept of the session, the company first of all. */
export const clearToken = (): void => {
  forget(tokenKey);
  localStorage.removeItem('company');
  for (const listener of listeners) listener(null);
};

/** Forgets this token, unless another has taken its place: a late answer to an old call ends no new session. */
export const dropToken = (token: string | null): void => {
  if (token !== null && readToken() === token) clearToken();
};

/** Calls back on every change of the token, also when another tab makes it. Returns how to stop. */
export const onTokenChange = (listener: Listener): (() => void) => {
  const fromOtherTab = (event: StorageEvent): void => {
    if (event.key !== tokenKey && event.key !== null) return;
    handleOtherTab(tokenKey);
    listener(readToken());
  };
  listeners.add(listener);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOtherTab);
  };
};

/** Milliseconds until the token expires; 0 when it has, or when it cannot be read. `now` is the server's time. */
export const tokenLifetime = (token: string, now: number): number => {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? Math.max(0, exp * 1000 - now) : 0;
};

/** The id of the user whose token it is; undefined when it cannot be read. */
export const tokenUser = (token: string): unknown => claimsOf(token).userId;

const claimsOf = (token: string): { readonly exp?: unknown; readonly userId?: unknown } => {
  try {
    const payload = token.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' && claims !== null ? claims : {};
  } catch {
    return {};
  }
};
