import pg from 'pg';
import type { Outcome } from '#commands/context.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { openEventStore } from '#eventstore/client.ts';
import { openServiceKeys } from '#start/person-keys.ts';
import { until } from '../bench/whatsapp/processes.ts';
import { type Caller, login } from '../system/api.ts';
import { demoPassword, type Product } from '../system/product.ts';

/** The stores of a running product, as its services have them. */
export type Inside = Awaited<ReturnType<typeof openInside>>;

export const openInside = async (product: Product) => {
  const { databaseUrl, eventstoreUrl } = product.running();
  const quiet = { warn: () => {} };
  const { keys, close } = await openServiceKeys({ databaseUrl, dataDir: product.dataDir }, quiet);
  const store = openEventStore({ connectionString: eventstoreUrl, keys });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 3 });
  // A database that is killed meanwhile is asked again later.
  pool.on('error', () => {});
  return {
    store,
    pool,
    close: async () => {
      await store.close();
      await Promise.all([pool.end(), close()]);
    },
  };
};

export const must = (outcome: Outcome): void => {
  if (isRejection(outcome)) throw new Error(`refused: ${outcome.rejected}`);
};

/** An account that was just made is known to the read model a moment later. */
export const signIn = async (url: string, email: string): Promise<Caller> => {
  let caller: Caller | undefined;
  await until(`${email} is known`, async () => {
    caller = await login(url, email, demoPassword).catch(() => undefined);
    return caller !== undefined;
  });
  if (!caller) throw new Error(`${email} cannot log in`);
  return caller;
};
