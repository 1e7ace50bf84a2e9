import type { Readable } from 'node:stream';
import { openAnswer } from './open-answer.ts';
import type { BulkJob, BulkSite } from './writers.ts';

/** Who writes the answers that grow with a company. */
export type BulkReader = {
  /**
   * The answer as it is written, from its first piece on. It ends with an error where it breaks off, and its reading
   * ends when it is destroyed or `gone` says so.
   * @throws {CallRefused} as its writer refuses, or ERR_UNAVAILABLE.
   */
  readonly open: (job: BulkJob, gone: AbortSignal) => Promise<Readable>;
  readonly close: () => Promise<void>;
};

/** Reads in this process. */
export const readHere = (site: BulkSite): BulkReader => ({
  open: async (job, gone) => {
    const stream = await openAnswer(site, job);
    const end = () => stream.destroy();
    if (gone.aborted) end();
    gone.addEventListener('abort', end);
    stream.once('close', () => gone.removeEventListener('abort', end));
    return stream;
  },
  close: async () => undefined,
});
