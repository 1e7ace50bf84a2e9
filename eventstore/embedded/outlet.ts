import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { turns } from './turns.ts';

export type ReadCall = ServerWritableStream<ReadReq, Buffer>;

/** Resolves when a call takes data again, when it was cancelled, or when the node stops. */
const drained = (call: ReadCall, stopping: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const done = () => {
      call.off('drain', done);
      call.off('cancelled', done);
      stopping.removeEventListener('abort', done);
      resolve();
    };
    call.once('drain', done);
    call.once('cancelled', done);
    stopping.addEventListener('abort', done);
    if (stopping.aborted || call.cancelled) done();
  });

/**
 * Writes to a call no faster than its reader reads. Whether he is behind is asked of the call: what the last write
 * answered is out of date once he has read it, and no word comes then to whoever still waits for one.
 */
export const createOutlet = (call: ReadCall, stopping: AbortSignal) => ({
  write: (message: Buffer): void => {
    call.write(message);
  },
  /** Lets other calls go first, and waits for the reader when he is behind. */
  breathe: async (): Promise<void> => {
    if (call.writableNeedDrain) await drained(call, stopping);
    await turns.next();
  },
});

export type Outlet = ReturnType<typeof createOutlet>;
