import type { FastifyReply } from 'fastify';

/** Aborts when the caller has left before the answer came to its end. */
export const goneSignal = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
};
