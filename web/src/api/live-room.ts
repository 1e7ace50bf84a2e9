import { type LiveLimit, liveRefusal, liveRoomAnswer } from '#contracts/live.ts';
import { ApiError } from '../shared/api-error.ts';
import { call } from './http.ts';

export type LiveRefusal = { readonly limit: LiveLimit; readonly retryAfterMs: number };

const usualWaitMs = 20_000;

/**
 * Why a live socket was refused before it opened, which browsers do not tell: whose number of sockets is full, and
 * how long the server wants to be left alone. Undefined when there is room, or no answer.
 */
export const liveRefusalNow = async (): Promise<LiveRefusal | undefined> => {
  try {
    await call({ path: '/live', schema: liveRoomAnswer });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) return undefined;
    const { data } = liveRefusal.safeParse(error.details);
    return { limit: data?.limit ?? 'gateway', retryAfterMs: error.retryAfterMs ?? usualWaitMs };
  }
};
