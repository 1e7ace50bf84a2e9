/** So many rows share a statement at most. */
const most = 50;

type Waiting = {
  readonly id: string;
  readonly resolve: (result: boolean) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Settles what is done within a moment of each other in one statement. `write` tells which of the rows are waited for.
 * Each call resolves when its row is settled, and rejects when the statement fails.
 */
export const settleTogether = (
  write: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
  withinMs = 15,
): ((id: string) => Promise<boolean>) => {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const some = waiting;
    waiting = [];
    write(some.map(({ id }) => id)).then(
      awaited => {
        for (const { id, resolve } of some) resolve(awaited.has(id));
      },
      error => {
        for (const { reject } of some) reject(error);
      },
    );
  };

  return id =>
    new Promise((resolve, reject) => {
      waiting.push({ id, resolve, reject });
      if (waiting.length >= most) flush();
      else timer ??= setTimeout(flush, withinMs);
    });
};
