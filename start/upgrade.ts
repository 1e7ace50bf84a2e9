import { codeOf } from '#domain/shared/outage.ts';
import { MigrationFailed } from '#eventstore/database/failed-step.ts';
import { DamagedLog } from '#eventstore/embedded/damage.ts';
import { FileInUse } from '#eventstore/embedded/file.ts';
import { holdFile } from '#eventstore/embedded/held-file.ts';
import { MissingRights } from '#projections/migrate.ts';
import { projections } from '#projections/projections.ts';
import { awaitStore, type Waiting } from './await-store.ts';
import { awaitedDatabase, awaitedEventStore } from './awaited-stores.ts';
import { type Config, ConfigError, required } from './config.ts';
import { migrateAll, migrateAtOnce } from './migrate-all.ts';
import { foundLog, mustBelongTogether } from './own-log.ts';
import { openServiceKeys } from './person-keys.ts';
import { loadSecrets } from './secrets.ts';
import type { Upgraded } from './upgraded.ts';

/** Which stores are of this machine, where nobody else uses them while they are upgraded. */
export type OwnStores = { readonly database: boolean; readonly log: boolean };

/**
 * Brings what an earlier version has left to where the services of this one can start. What can be looked at is looked at
 * first: whether database and log belong together, and whether the log's file can be read whole. Then all is done that
 * can fail, and nothing committed before it is: first the database, and at last the file of the log, on which no earlier
 * version starts again. So a failure, or the end of this process at any moment, leaves what the earlier version can start
 * on, or else this one. In a database that others may use each step is committed by itself; services of the version
 * before can work with it.
 * @throws {ConfigError} in one sentence, for what somebody has to do.
 */
export const upgrade = async (config: Config, own: OwnStores, waiting: Waiting): Promise<Upgraded> => {
  try {
    return await upgradeStores(config, own, waiting);
  } catch (error) {
    const sentence = sentenceOf(error, config, own);
    throw sentence ? new ConfigError(sentence, { cause: error }) : error;
  }
};

const upgradeStores = async (config: Config, own: OwnStores, waiting: Waiting): Promise<Upgraded> => {
  const databaseUrl = required(config, 'databaseUrl');
  await awaitStore(awaitedDatabase(databaseUrl), waiting);
  if (config.eventstoreUrl) await awaitStore(awaitedEventStore(config.eventstoreUrl), waiting);
  const { personalKey } = loadSecrets(config.dataDir);
  const file = own.log ? holdFile(config.eventstoreFile) : undefined;
  try {
    const isThereLog = own.log || config.eventstoreUrl !== undefined;
    const log = isThereLog && (await mustBelongTogether(config, file, personalKey));
    if (own.database) await migrateAtOnce(databaseUrl, personalKey);
    else await migrateStepByStep(config, databaseUrl);
    file?.commit();
    if (log === 'founded') return { founded: true, readModels };
  } finally {
    file?.close();
  }
  if (!config.eventstoreUrl) return { founded: false, readModels };
  const { keys, close } = await openServiceKeys(config);
  await foundLog(config, keys).finally(close);
  return { founded: true, readModels };
};

const readModels = projections.map(({ name, version }) => ({ name, version }));

const migrateStepByStep = async (config: Config, databaseUrl: string): Promise<void> => {
  // Brings their schema up to date.
  const { close } = await openServiceKeys(config);
  await close();
  await migrateAll(databaseUrl);
};

const wayOn =
  'This version takes the data over by "npm run backup" and "npm run restore" into another DATA_DIR: see "When an upgrade fails" in docs/operations.md.';

/** Undefined for what nobody foresaw. */
const sentenceOf = (error: unknown, { eventstoreFile }: Config, own: OwnStores): string | undefined => {
  if (error instanceof ConfigError || error instanceof MissingRights) return error.message;
  const cause = error instanceof MigrationFailed ? error.cause : error;
  if (cause instanceof Error && codeOf(cause) === '42501')
    return `The user of DATABASE_URL has not all rights that docs/operations.md lists: ${cause.message}.`;
  const left = own.database
    ? 'Nothing was changed, and the version before starts on these data.'
    : 'The version before can work with the steps that were taken until then.';
  if (error instanceof MigrationFailed) return `The upgrade failed at ${error.message}. ${left} ${wayOn}`;
  if (error instanceof DamagedLog)
    return `${eventstoreFile} is damaged (${error.message}): restore it from a backup. Nothing was changed.`;
  if (error instanceof FileInUse) return `${error.message}.`;
  return error instanceof Error && 'errcode' in error
    ? `${eventstoreFile} cannot be brought up to date (${error.message}). It was not changed, and the version before starts on these data.`
    : undefined;
};
