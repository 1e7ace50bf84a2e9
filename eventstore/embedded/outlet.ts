import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';

export type ReadCall = ServerWritableStream<ReadReq, Buffer>;

/** Resolves when a call takes data again, or has ended. */
const drained = (call: ReadCall, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const done = () => {
      call.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    call.once('drain', done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });

/** Writes to a call no faster than its reader reads. */
export const createOutlet = (call: ReadCall, signal: AbortSignal) => {
  let full = false;
  return {
    write: (message: Buffer): void => {
      full = !call.write(message);
    },
    /** Lets other calls go first, and waits for the reader when he is behind. */
    breathe: async (): Promise<void> => {
      if (full && !signal.aborted) await drained(call, signal);
      full = false;
      await new Promise<void>(resolve => {
        setImmediate(resolve);
      });
    },
  };
};

export type Outlet = ReturnType<typeof createOutlet>;
