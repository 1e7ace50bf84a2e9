import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Provider } from '#domain/connection/events.ts';
import { unwatched } from '#eventstore/follow/report.ts';
import { keepLooking } from '#eventstore/parking/keep-looking.ts';
import { type Aside, openAside, workOff } from '#eventstore/parking/set-aside.ts';
import { type IsOthers, purgePerson } from './erase-contact.ts';
import { type DueErasure, dueErasure, type NameKeys, namesOf, purgedAgain } from './erased-rows.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly provider: Provider;
  readonly keys: NameKeys;
  readonly isOthers: IsOthers;
  readonly log: Pick<Logger, 'warn'>;
  readonly signal: AbortSignal;
  /** Called after each round: what is remembered of the persons goes too. */
  readonly onPurged: () => void;
};

const [everyMs, atOnce] = [2_000, 50];

/** As what cannot be purged is set aside under. */
export const purgesWorker = (provider: Provider): string => `connector ${provider} purges`;

/**
 * Purges persons who were erased some times more, until the signal aborts: what was under way in the moment of the erasure
 * may have written something of them after the first time. Each is a transaction of its own, and one that fails holds up
 * no other. Several processes may do it at once. Does not reject.
 */
export const repeatPurges = async (dependencies: Dependencies): Promise<void> => {
  const { log, signal } = dependencies;
  const aside = asideOf(dependencies);
  const looking = { log, signal, report: unwatched, everyMs, atOnceAfter: atOnce, begin: aside.begin };
  await keepLooking(looking, () => purgeDue(dependencies, aside));
};

type Purging = Omit<Dependencies, 'signal'>;

const asideOf = ({ pool, provider, log }: Purging): Aside =>
  openAside({ pool, worker: purgesWorker(provider), log });

/** Purges persons who are due, some at most; answers how many it has tried. */
export const purgeDue = async (dependencies: Purging, aside = asideOf(dependencies)): Promise<number> => {
  const { pool, provider, keys, isOthers, onPurged } = dependencies;
  const tried = await workOff<DueErasure>({
    ...{ pool, aside, most: atOnce },
    next: client => dueErasure({ client, provider }, purgesWorker(provider)),
    pieceOf: ({ companyId, contactId }) => ({ companyId, key: contactId }),
    work: async (client, due) => {
      const names = await namesOf(keys, due);
      await purgePerson({ client, provider, isOthers }, { ...due, names });
      await purgedAgain({ client, provider }, due);
    },
  });
  if (tried > 0) onPurged();
  return tried;
};
