import pg from 'pg';
import { createCommands } from '#commands/commands.ts';
import type { CommandContext, Outcome } from '#commands/context.ts';
import { newId } from '#commands/ids.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { openEventStore } from '#eventstore/client.ts';
import { setPassword } from '#gateway/auth/credentials.ts';
import { openServiceKeys } from '#start/person-keys.ts';
import { login } from './api.ts';
import type { Product } from './product.ts';

export type Account = { readonly email: string; readonly password: string };
export type Staff = {
  readonly companyId: string;
  readonly maria: Account;
  readonly bia: Account;
  readonly caio: Account;
};

const password = 'pão-quente-às-seis';

/**
 * Makes the first company of an installation as its first visitor does, and what no screen makes yet by commands:
 * two queues, a second administrator and an attendant.
 */
export const openCompany = async (product: Product): Promise<Staff> => {
  const maria = { email: 'maria@padaria.example', password };
  const answer = await fetch(`${product.url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ companyName: 'Padaria Lopes', name: 'Maria Lopes', ...maria }),
  });
  if (answer.status !== 201) throw new Error(`the setup answered ${answer.status}`);
  const { user } = await login(product.url, maria.email, password);

  const { databaseUrl, eventstoreUrl } = product.running();
  const { keys, close } = await openServiceKeys({ databaseUrl, dataDir: product.dataDir });
  const store = openEventStore({ connectionString: eventstoreUrl, keys });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const { companyId } = user;
  const bySystem = (): CommandContext => ({
    ...{ companyId, commandId: newId(), at: new Date().toISOString(), principal: null },
    actor: { kind: 'system' },
  });
  const must = (outcome: Outcome) => {
    if (isRejection(outcome)) throw new Error(`refused: ${outcome.rejected}`);
  };
  try {
    const commands = createCommands({ store });
    const texts = { greetingMessage: '', outOfHoursMessage: '' };
    const queue = { queueId: newId(), name: 'Balcão', color: '#2f9e44', ...texts };
    must(await commands.queue.create(bySystem(), queue));
    const other = { queueId: newId(), name: 'Encomendas', color: '#1c7ed6', ...texts };
    must(await commands.queue.create(bySystem(), other));
    const add = async (name: string, profile: 'admin' | 'user'): Promise<Account> => {
      const account = { userId: newId(), name, email: `${name.toLowerCase()}@padaria.example`, profile };
      await setPassword(pool, { userId: account.userId, companyId, password });
      const lists = { queueIds: [queue.queueId], connectionIds: [], superAdmin: false };
      must(await commands.user.create(bySystem(), { ...account, ...lists }));
      return { email: account.email, password };
    };
    return { companyId, maria, bia: await add('Bia', 'admin'), caio: await add('Caio', 'user') };
  } finally {
    await store.close();
    await Promise.all([pool.end(), close()]);
  }
};
