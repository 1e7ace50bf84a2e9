import { useSyncExternalStore } from 'react';
import { sessionHint } from '#contracts/session-hint.ts';
import type { SessionUserView } from '#contracts/views.ts';
import { type SettingValues, settingsFrom } from '#domain/company/settings.ts';
import { ApiError } from '../shared/api-error.ts';
import { setCompanyZone } from '../shared/company-zone.ts';
import { refreshToken } from './refresh-token.ts';
import { login as callLogin, logout as callLogout, fetchMe } from './session.ts';
import { clearToken, onTokenChange, readToken, storeToken, tokenUser } from './token.ts';

export type Session =
  | { readonly status: 'loading' }
  | { readonly status: 'unreachable' }
  | { readonly status: 'anonymous'; readonly notice: SessionNotice | null }
  | { readonly status: 'signed-in'; readonly user: SessionUserView };

/** Why somebody who was signed in is not any more. */
export type SessionNotice = 'other-login' | 'revoked' | 'expired' | 'password' | 'everywhere';

const clearStorageAfterMs = 1_000;

let session: Session = { status: 'loading' };
const listeners = new Set<() => void>();

const become = (next: Session): void => {
  session = next;
  if (next.status === 'signed-in') setCompanyZone(settingsOf(next.user).timeZone);
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export const useSession = (): Session => useSyncExternalStore(subscribe, () => session);

/** The signed-in user. Only below the private routes. */
export const useUser = (): SessionUserView => {
  const current = useSession();
  if (current.status !== 'signed-in') throw new Error('nobody is signed in here');
  return current.user;
};

/** The company's settings that this user's screens go by; of others their fallbacks. */
export const settingsOf = ({ company }: SessionUserView): SettingValues => settingsFrom(company.settings);

/** Whether asking for a session is worth it: a first visit would only leave a failed call in the browser's console. */
const mayHaveSession = (): boolean => document.cookie.split('; ').includes(`${sessionHint}=1`);

/** Takes up the session of the last visit: by its token, or else by the refresh cookie. */
export const resumeSession = async (): Promise<void> => {
  become({ status: 'loading' });
  try {
    if (readToken() === null && !mayHaveSession()) return become({ status: 'anonymous', notice: null });
    if (readToken() === null) await refreshToken(null);
    become({ status: 'signed-in', user: await fetchMe() });
  } catch (error) {
    const gone = error instanceof ApiError && [401, 403].includes(error.status);
    if (gone) clearToken();
    become(gone ? { status: 'anonymous', notice: null } : { status: 'unreachable' });
  }
};

export const login = async (email: string, password: string): Promise<SessionUserView> => {
  const { token, user } = await callLogin({ email, password });
  become({ status: 'signed-in', user });
  storeToken(token);
  return user;
};

/** Ends the session here at once; the server is told, and if it cannot be reached the token runs out by itself. */
export const logout = async (): Promise<void> => {
  await callLogout().catch(() => undefined);
  clearToken();
  become({ status: 'anonymous', notice: null });
};

/** The server ended the session. Local storage is cleared after a second (specification, core, section 4). */
export const endSession = (notice: SessionNotice): void => {
  clearToken();
  become({ status: 'anonymous', notice });
  setTimeout(() => {
    if (session.status === 'anonymous') localStorage.clear();
  }, clearStorageAfterMs);
};

/** Loads the user anew, after somebody changed their name, profile or queues. */
export const reloadUser = async (): Promise<void> => {
  const user = await fetchMe().catch(() => undefined);
  if (user && session.status === 'signed-in' && session.user.id === user.id)
    become({ status: 'signed-in', user });
};

/** A setting of the company is another one from now on. */
export const takeSetting = ({ key, value }: { readonly key: string; readonly value: string }): void => {
  if (session.status !== 'signed-in') return;
  const { user } = session;
  const settings = [...user.company.settings.filter(each => each.key !== key), { key, value }];
  become({ status: 'signed-in', user: { ...user, company: { ...user.company, settings } } });
};

/**
 * Follows the token: when it goes, here or in another tab, so does the session. A tab that slept while somebody
 * left and another person came sees only the new token.
 */
export const watchSession = (): (() => void) =>
  onTokenChange(token => {
    if (token === null && session.status === 'signed-in') become({ status: 'anonymous', notice: 'expired' });
    if (token !== null && (session.status === 'anonymous' || isOfAnother(token))) void resumeSession();
  });

const isOfAnother = (token: string): boolean =>
  session.status === 'signed-in' && tokenUser(token) !== session.user.id;
