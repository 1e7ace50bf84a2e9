import { awaitStore } from './await-store.ts';
import { awaitedDatabase, awaitedEventStore } from './awaited-stores.ts';
import { required } from './config.ts';
import type { ServiceContext } from './service.ts';

/**
 * The stores of a service, as soon as both can be used; until then its log says what is waited for. One whose disk is
 * full counts: it can be read.
 * @throws {ConfigError} as `awaitStore` does.
 */
export const awaitStores = async ({ config, log, signal }: ServiceContext) => {
  const databaseUrl = required(config, 'databaseUrl');
  const eventstoreUrl = required(config, 'eventstoreUrl');
  const waiting = { say: (line: string) => log.warn(line), signal, evenFull: true };
  await Promise.all([
    awaitStore(awaitedDatabase(databaseUrl), waiting),
    awaitStore(awaitedEventStore(eventstoreUrl), waiting),
  ]);
  return { databaseUrl, eventstoreUrl };
};
