import type { FastifyReply } from 'fastify';

const signals = new WeakMap<object, AbortSignal>();

/** Aborts when an answer is over: it has come to its end, or its caller has left. One listener, whoever asks. */
export const overSignal = ({ raw }: FastifyReply): AbortSignal => {
  const known = signals.get(raw);
  if (known) return known;
  const over = new AbortController();
  if (raw.destroyed) over.abort();
  raw.once('close', () => over.abort());
  signals.set(raw, over.signal);
  return over.signal;
};
