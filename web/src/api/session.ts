import { z } from 'zod';
import { type loginBody, meAnswer, type SessionAnswer, sessionAnswer } from '#contracts/http.ts';
import type { SessionUserView } from '#contracts/views.ts';
import { fetchData } from './http.ts';

export const login = (body: z.input<typeof loginBody>): Promise<SessionAnswer> =>
  fetchData({ method: 'POST', path: '/auth/login', body, schema: sessionAnswer });

export const logout = (): Promise<unknown> =>
  fetchData({ method: 'DELETE', path: '/auth/logout', schema: z.unknown() });

export const fetchMe = (): Promise<SessionUserView> => fetchData({ path: '/auth/me', schema: meAnswer });
