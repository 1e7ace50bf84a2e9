import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { type CheckpointFiles, openCheckpointFiles } from '#commands/integrity/checkpoint-files.ts';
import { verifyCompany } from '#commands/integrity/run-verifications.ts';
import { isOfFile } from '#contracts/integrity.ts';
import type { HistoryFault, HistoryReport } from '#domain/integrity/report.ts';
import { openPool } from '#eventstore/database/pool.ts';
import { ownAccess } from '#eventstore/embedded/own-access.ts';
import { startEmbeddedNode } from '#eventstore/embedded/server.ts';
import { openStoredEvents, type StoredEvents } from '#eventstore/integrity/stored-events.ts';
import type { Config } from '../config.ts';
import { startEmbeddedPostgres } from '../postgres/postgres.ts';
import type { Progress } from './progress.ts';

type Tool = { readonly progress: Progress; readonly signal: AbortSignal };

/**
 * Builds the tree of each company that has checkpoints from the log of an embedded node that does not run, and says
 * what they prove. Answers how many histories are not what was signed. The data directory must be locked.
 */
export const verifyHistories = async (config: Config, { progress, signal }: Tool): Promise<number> => {
  const files = openCheckpointFiles(config.checkpoints.folder);
  const node = await startEmbeddedNode({ file: config.eventstoreFile, ...ownAccess(config.dataDir) });
  const stored = openStoredEvents({ connectionString: node.url });
  const kept = openKept(config);
  let faults = 0;
  try {
    const companies = await companiesWithCheckpoints(stored, files, signal);
    const pool = companies.length > 0 ? await kept.open() : undefined;
    for (const companyId of companies) {
      const onProgress = (checked: number) => progress.show(`history of ${companyId}`, checked);
      const parts = { pool, stored, files, publicKey: undefined, signal };
      const { report } = await verifyCompany(parts, { companyId }, onProgress);
      const { checkpoints } = await files.read(companyId);
      progress.say(sentenceOf(companyId, report, checkpoints.at(-1)?.publicKey));
      if (report.fault) faults += 1;
    }
  } finally {
    await kept.close();
    await stored.close();
    await node.close();
  }
  return faults;
};

const companiesWithCheckpoints = async (
  stored: StoredEvents,
  files: CheckpointFiles,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const found = new Set(await files.companies());
  for await (const page of stored.ofCategory('integrity', signal))
    for (const { companyId } of page) found.add(companyId);
  return [...found].sort();
};

/** What the database has kept of the events, where there is one: it tells which event is not as it was. */
const openKept = (config: Config) => {
  const ends: (() => unknown)[] = [];
  const open = async (): Promise<Pool | undefined> => {
    const { databaseUrl, dataDir } = config;
    if (!databaseUrl && !existsSync(join(dataDir, 'postgres.json'))) return undefined;
    const started = databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir });
    if (started) ends.push(started.stop);
    const pool = openPool({ connectionString: databaseUrl ?? started?.url ?? '', max: 2 });
    ends.push(() => pool.end());
    const { rows } = await pool.query<{ there: boolean }>(
      `select to_regclass('integrity.leaves') is not null as there`,
    );
    return rows[0]?.there ? pool : undefined;
  };
  const close = async () => {
    for (const end of ends.reverse().splice(0)) await end();
  };
  return { open, close };
};

const happened: Readonly<Record<HistoryFault['kind'], string>> = {
  changed: 'is not what was written',
  missing: 'is missing',
  inserted: 'was inserted',
  moved: 'is not at its place',
  'cut-off': 'is missing, with all that came after it',
  'changed-between': 'were changed, at least one of them',
  'missing-between': 'are not all there',
  checkpoint: 'are signed by a checkpoint that is not the one that was written',
  unreadable: 'cannot be read',
  'file-missing': 'has gone, though the log has checkpoints that must stand in it',
  'file-short': 'lacks checkpoints that the log has',
};

const evidence: Readonly<Record<HistoryFault['evidence'], string>> = {
  outside: 'the checkpoints outside say so',
  signed: 'the checkpoints in the log say so',
  kept: 'the database has kept something else, and no checkpoint covers it yet',
  store: 'the event store says so',
};

const sentenceOf = (companyId: string, report: HistoryReport, publicKey: string | undefined): string => {
  const { size, outside, signed, fault } = report;
  const proven = [
    outside && `up to event ${outside.sequence} (${outside.at}) by the checkpoints outside`,
    signed && `up to event ${signed.sequence} (${signed.at}) by those in the log`,
  ].filter(Boolean);
  const said = `Company ${companyId}: ${size} events, proven ${proven.join(' and ') || 'up to none'}`;
  const signer = publicKey ? `; signed with the key ${publicKey}` : '';
  if (!fault) return `${said}${signer}.`;
  if (isOfFile(fault))
    return `${said}; the file of checkpoints outside ${happened[fault.kind]}, the first of them over ${fault.sequence} events: ${evidence[fault.evidence]}${signer}.`;
  const place = fault.position === null ? '' : ` at position ${fault.position}`;
  const named = fault.eventId
    ? `event ${fault.sequence} (${fault.type} ${fault.eventId}${place})`
    : `events ${fault.sequence} to ${fault.until ?? size}`;
  return `${said}; ${named} ${happened[fault.kind]}: ${evidence[fault.evidence]}${signer}.`;
};
