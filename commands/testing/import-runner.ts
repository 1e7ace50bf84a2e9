import type { Pool, PoolClient } from 'pg';
import pg from 'pg';
import { pino } from 'pino';
import type { EventStore } from '#eventstore/types.ts';
import { createCommands } from '../commands.ts';
import { runImports } from '../contact-import/run-imports.ts';

type Hooks = {
  /** Is awaited before each statement; what it throws the statement fails with. */
  readonly beforeQuery?: (text: string) => Promise<void> | void;
  /** Is awaited before each row is imported; what it throws the row fails with. */
  readonly beforeRow?: (row: { readonly line: number }) => Promise<void> | void;
  /** Is awaited after each row that was imported, before the runner hears of it. */
  readonly afterRow?: (row: { readonly importId: string; readonly line: number }) => Promise<void> | void;
};
export type ImportRunner = {
  /** As a process ends that is killed: nothing that it began reaches the database any more. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A process of the service `commands` as far as imports go, over a database and a log that others share. */
export const startImportRunner = (
  { databaseUrl, store }: { readonly databaseUrl: string; readonly store: EventStore },
  { beforeQuery, beforeRow, afterRow }: Hooks = {},
): ImportRunner => {
  const stopping = new AbortController();
  const killed = new AbortController();
  const death = new Promise<never>((_, reject) => {
    killed.signal.addEventListener('abort', () => reject(new Error('killed')));
  });
  death.catch(() => undefined);
  const alive = <Result>(work: Promise<Result>): Promise<Result> => Promise.race([work, death]);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  const { contact, contactImport, importRows } = createCommands({ store });
  const importContact: typeof importRows.importContact = async (context, row) => {
    await alive(Promise.resolve(beforeRow?.(row)));
    const result = await alive(importRows.importContact(context, row));
    await alive(Promise.resolve(afterRow?.(row)));
    return result;
  };
  const announced = watched(pool, text => alive(Promise.resolve(beforeQuery?.(text))));
  const running = runImports({
    ...{ pool: announced, innerPool: announced },
    commands: { contact, contactImport, importRows: { ...importRows, importContact } },
    log: pino({ level: 'silent' }),
    signal: stopping.signal,
  });
  const stop = async (): Promise<void> => {
    stopping.abort();
    await running;
    await pool.end();
  };
  return {
    stop,
    kill: () => {
      killed.abort();
      return stop();
    },
  };
};

/** The same pool, whose statements are announced. */
const watched = (pool: Pool, before: (text: string) => Promise<void>): Pool => {
  const announced = <Target extends Pool | PoolClient>(target: Target): Target =>
    new Proxy(target, {
      get: (_, name) => {
        if (name === 'query')
          return async (text: string, values?: unknown[]) => {
            await before(text);
            return target.query(text, values);
          };
        if (name === 'connect') return async () => announced(await pool.connect());
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  return announced(pool);
};
