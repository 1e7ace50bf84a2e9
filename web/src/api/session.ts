import { z } from 'zod';
import { meAnswer, proofWanted, type SessionAnswer, sessionAnswer } from '#contracts/http.ts';
import type { loginBody } from '#contracts/login.ts';
import type { SessionUserView } from '#contracts/views.ts';
import { ApiError } from '../shared/api-error.ts';
import { fetchData } from './http.ts';

/** The proof that is wanted may grow while one is made. */
const mostProofs = 3;

/** Logs in; after many wrong passwords, with the proof of work that the gateway asks for. */
export const login = async (body: z.input<typeof loginBody>): Promise<SessionAnswer> => {
  let { proof } = body;
  for (let proofs = 0; ; proofs += 1) {
    try {
      const said = { ...body, proof };
      return await fetchData({ method: 'POST', path: '/auth/login', body: said, schema: sessionAnswer });
    } catch (error) {
      const wanted = proofWanted.safeParse(error instanceof ApiError && error.details).data?.proof;
      if (!wanted || proofs >= mostProofs) throw error;
      const { proveLogin } = await import('./prove-login.ts');
      proof = await proveLogin(wanted);
    }
  }
};

export const logout = (): Promise<unknown> =>
  fetchData({ method: 'DELETE', path: '/auth/logout', schema: z.unknown() });

export const fetchMe = (): Promise<SessionUserView> => fetchData({ path: '/auth/me', schema: meAnswer });
