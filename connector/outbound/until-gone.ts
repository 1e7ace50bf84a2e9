/** Lets work on a socket end with the socket. */
export type UntilGone = {
  /** What the work comes to; rejects as soon as the socket has ended. */
  readonly orGone: <T>(work: Promise<T>) => Promise<T>;
  readonly opened: () => void;
  readonly ended: (why: Error) => void;
};

/**
 * The library lets requests of a socket that has ended wait for their timeout. A race with one promise that lasts as
 * long as the socket would keep each piece of work, and what it came to, as long as that.
 */
export const untilGone = (): UntilGone => {
  const waiting = new Set<(why: Error) => void>();
  let gone: Error | undefined;
  return {
    orGone: async work => {
      const end = Promise.withResolvers<never>();
      if (gone) end.reject(gone);
      waiting.add(end.reject);
      try {
        return await Promise.race([work, end.promise]);
      } finally {
        waiting.delete(end.reject);
      }
    },
    opened: () => {
      gone = undefined;
    },
    ended: why => {
      gone = why;
      for (const reject of waiting) reject(why);
    },
  };
};
