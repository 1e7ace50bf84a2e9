import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createCommands } from '#commands/commands.ts';
import { doNextDue } from '#commands/policies/due-work.ts';
import { type Purge, purgeAgain, repeatPurges } from '#commands/policies/purges.ts';
import { purgeDue } from '#connector/outbound/repeat-purges.ts';
import { openEventStore } from '#eventstore/client.ts';
import { openPersonKeys } from '#eventstore/person-keys/postgres.ts';
import { type Harness, masterKey } from '#gateway/testing/harness.ts';

/** A process that has followed nothing yet: it holds the keys it has used, and may be held up where it writes. */
export const openOtherProcess = async ({ pool, eventStoreUrl }: Pick<Harness, 'pool' | 'eventStoreUrl'>) => {
  const keys = await openPersonKeys({ pool, masterKey });
  const store = openEventStore({ connectionString: eventStoreUrl, keys });
  const holds = new Map<string, { reached: () => void; released: Promise<void> }>();
  const append: typeof store.append = async (stream, expected, events) => {
    for (const { event } of events) {
      const held = holds.get(event.type);
      held?.reached();
      await held?.released;
    }
    return store.append(stream, expected, events);
  };
  return {
    ...createCommands({ store: { ...store, append } }),
    store,
    /** What it writes of a type waits from now on, until it is released. */
    hold: (type: string) => {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      holds.set(type, { reached: reached.resolve, released: released.promise });
      return { reached: reached.promise, release: released.resolve };
    },
    close: store.close,
  };
};

type Purging = {
  readonly harness: Harness;
  /** As the services' own: instants are dates. */
  readonly ownPool: Pool;
  readonly purges: readonly Purge[];
  readonly log: Logger;
};

/** The purges that follow the first one, as if their time had come: of the connector the next one of each person. */
export const purgeOnceMore = async ({ harness, ownPool, purges, log }: Purging): Promise<void> => {
  const { pool, keys, commands } = harness;
  await pool.query(`update policy.due_work set due_at = now() where kind = '${purgeAgain}'`);
  await doNextDue({ pool: ownPool, log, handlers: { [purgeAgain]: repeatPurges(purges) } });
  await pool.query('update connector.erasure set due_at = now()');
  const again = {
    ...{ pool, provider: 'simulator' as const, keys, isOthers: commands.contact.isOthers },
    ...{ onPurged: () => undefined, log },
  };
  while ((await purgeDue(again)) > 0);
};
