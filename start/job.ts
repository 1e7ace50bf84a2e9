import { type ServiceSpec, type Surroundings, startJob } from './child.ts';
import type { Running } from './running.ts';

type Around = Surroundings & { readonly running: Running; readonly signal: AbortSignal };

/**
 * Runs a file once to its end as a part of the system, and answers what it has sent. Ends it when the start is broken
 * off, and fails as `startJob` does.
 */
export const runJob = async (spec: ServiceSpec, around: Around): Promise<unknown> => {
  const { running, signal, changed } = around;
  const work = startJob(spec, around);
  running.add('readers', work);
  changed();
  const abort = () => void work.stop();
  signal.addEventListener('abort', abort, { once: true });
  const sent = await work.done.finally(() => {
    signal.removeEventListener('abort', abort);
    changed();
  });
  signal.throwIfAborted();
  return sent;
};
