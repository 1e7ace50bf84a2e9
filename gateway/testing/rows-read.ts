import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

type Result = { readonly rows?: readonly unknown[] } | readonly { readonly rows?: readonly unknown[] }[];

const counting = new AsyncLocalStorage<{ rows: number }>();
let isWatched = false;

/** The result of a piece of work, and how many rows it has Postgres send to this process. */
export const rowsRead = async <T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly rows: number }> => {
  watch();
  const count = { rows: 0 };
  // Within: what is awaited may only begin then.
  const result = await counting.run(count, async () => await work());
  return { result, rows: count.rows };
};

const watch = (): void => {
  if (isWatched) return;
  isWatched = true;
  for (const { prototype } of [pg.Client, pg.Pool]) {
    const query: (...values: unknown[]) => unknown = prototype.query;
    Object.assign(prototype, {
      query(this: unknown, ...values: unknown[]) {
        const count = counting.getStore();
        const answer = query.apply(this, values);
        if (count && answer instanceof Promise)
          answer.then(
            (result: Result) => {
              for (const { rows } of [result].flat()) count.rows += rows?.length ?? 0;
            },
            () => undefined,
          );
        return answer;
      },
    });
  }
};
