import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { canonicalNumber } from '#domain/contact/number.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { dueEvery } from '#domain/shared/due-every.ts';
import { isOfTheItem } from '#domain/shared/outage.ts';
import { isName } from '#domain/shared/rules.ts';
import { onConnection } from '#eventstore/database/transaction.ts';
import { deriveId } from '#eventstore/event-id.ts';
import { type FollowerReport, unwatched } from '#eventstore/follow/report.ts';
import { keepLooking } from '#eventstore/parking/keep-looking.ts';
import { type Aside, openAside } from '#eventstore/parking/set-aside.ts';
import type { Commands } from '../commands.ts';
import type { CommandContext } from '../context.ts';
import { several } from '../several.ts';
import { contactOfRow, type ImportRow, type RowOutcome, rowCommand } from './import-contact.ts';
import { sweepImports } from './import-marks.ts';
import {
  countsOf,
  type ImportJob,
  type ImportLine,
  type ImportSettings,
  type LineResult,
  linesOf,
  nameCut,
  noteResults,
  noteUndone,
  undoCountsOf,
} from './import-rows.ts';
import { endImport, importAtWork, importToWorkOn, statusOf } from './import-turns.ts';
import { importsWorker } from './names.ts';
import { type RowContact, readRow } from './read-row.ts';
import { undoCommand } from './undo-contact.ts';

export type ImportDeps = {
  /** Who works an import off holds a connection of this one all the while. */
  readonly pool: Pool;
  /** For what is asked meanwhile. */
  readonly innerPool: Pool;
  readonly commands: Pick<Commands, 'contact' | 'contactImport' | 'importRows'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly signal: AbortSignal;
  readonly reportOf?: ((name: string) => FollowerReport) | undefined;
};

const lookEveryMs = 300;
const sweepEveryMs = 3_600_000;
/** Rows that are worked on at once, and how many are noted in one go. */
const atOnce = 64;
const noteEvery = 512;

/**
 * Works imports off, and undoes them, one after the other, until the signal aborts. Where a process ends in the middle
 * the next one goes on: each row's commands are the same again. Several processes take different imports. One that fails
 * is set aside and tried again later, and holds up no other.
 */
export const runImports = async (deps: ImportDeps): Promise<void> => {
  const { pool, log, signal, reportOf } = deps;
  const aside = openAside({ pool, worker: importsWorker, log });
  const report = reportOf?.(importsWorker) ?? unwatched;
  const isSweepDue = dueEvery(sweepEveryMs, () => performance.now());
  const sweep = async (): Promise<void> => {
    if (!isSweepDue()) return;
    await sweepImports(pool).catch(error => log.warn({ err: error }, 'old imports could not be forgotten'));
  };
  await keepLooking({ log, report, signal, everyMs: lookEveryMs, begin: aside.begin }, async () => {
    await sweep();
    await aside.look();
    const tried: string[] = [];
    while (!signal.aborted && (await workOnce(deps, aside, tried)));
    return tried.length;
  });
};

/**
 * Works the oldest import off that was not tried in this round, unless somebody else does. Answers whether there was one.
 */
const workOnce = (deps: ImportDeps, aside: Aside, tried: string[]): Promise<boolean> =>
  onConnection(deps.pool, async ({ client }) => {
    const id = await importToWorkOn(client, tried);
    if (id === undefined) return false;
    tried.push(id);
    const lock = [`balcao.import.${id}`];
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as mine',
      lock,
    );
    if (!rows[0]?.mine) return true;
    try {
      // Only now: who had the lock before may have brought it to its end.
      const job = await importAtWork(client, id);
      if (job)
        await aside.attempt({ key: id, companyId: job.companyId }, () =>
          job.status === 'running' ? work(deps, job) : undo(deps, job),
        );
      return true;
    } finally {
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', lock);
    }
  });

const contextOf = ({ id, companyId }: ImportJob, commandId: string): CommandContext => ({
  ...{ companyId, commandId, at: new Date().toISOString(), correlationId: id },
  ...{ actor: { kind: 'system' }, principal: null },
});

const work = async (deps: ImportDeps, job: ImportJob): Promise<void> => {
  const { innerPool: pool, commands, log } = deps;
  const { id: importId, settings, mayRename } = job;
  if (!settings) throw new Error(`import ${importId} was started without settings`);
  const { settled, contacts } = sorted(importId, await linesOf(pool, importId), settings);
  await noteResults(pool, importId, settled);
  const isWhole = await inTurns(deps, job, contacts, async chunk => {
    const results = await several(chunk, atOnce, async ({ line, contact }): Promise<LineResult> => {
      const context = contextOf(job, rowCommand(importId, line));
      const row = { importId, line, contact, mayRename, updates: settings.updates };
      const { outcome, contactId } = await commands.importRows
        .importContact(context, row)
        .catch(error => withoutRow(deps, { importId, line }, error, notSaved));
      return { line, outcome, contactId, reason: reasonOf(outcome, row) };
    });
    await noteResults(pool, importId, results);
  });
  if (!isWhole && (await statusOf(pool, importId)) === 'running') return;
  const counts = await countsOf(pool, importId);
  const context = contextOf(job, deriveId(importId, 'finish'));
  const finished = await commands.contactImport.finish(context, { importId, counts });
  if (isRejection(finished)) throw new Error(`an import cannot end: ${finished.rejected}`);
  await endImport(pool, importId, finished.changed ? 'finished' : 'cancelled');
  log.info({ importId, counts }, 'import ended');
};

/** What is to be said of a row: why it is no contact, or that its name was cut. */
const reasonOf = (outcome: RowOutcome['outcome'], { contact, mayRename }: ImportRow): string | null => {
  if (outcome === 'invalid') return isName(contact.name) ? 'refused' : 'name-too-short';
  const isNamed = outcome === 'new' || (outcome === 'updated' && mayRename);
  return isNamed && contact.isNameCut === true ? nameCut : null;
};

type ToDo = { readonly line: number; readonly contact: RowContact };

/** What rows say of themselves, and those that are to become contacts. The first row with a number is the one that counts. */
const sorted = (importId: string, lines: readonly ImportLine[], { mapping }: ImportSettings) => {
  const settled: LineResult[] = [];
  const contacts: ToDo[] = [];
  const firstWith = new Map<string, number>();
  for (const { line, cells, outcome } of lines) {
    if (cells === null || outcome === 'invalid' || outcome === 'duplicate') continue;
    const reading = readRow(cells, mapping);
    if ('problem' in reading) {
      settled.push({ line, outcome: 'invalid', reason: reading.problem, contactId: null });
      continue;
    }
    const { contact } = reading;
    const key = canonicalNumber(contact.number);
    const first = firstWith.get(key);
    // A row that may be refused for its name takes no later one's place.
    if (first === undefined && isName(contact.name)) firstWith.set(key, line);
    if (first !== undefined)
      settled.push({ line, outcome: 'duplicate', reason: String(first), contactId: null });
    else if (outcome === null) {
      // Known before it is there: whoever writes to it in the next moment is seen by an undo.
      settled.push({ line, outcome: null, reason: null, contactId: contactOfRow(importId, line) });
      contacts.push({ line, contact });
    }
  }
  return { settled, contacts };
};

const undo = async (deps: ImportDeps, job: ImportJob): Promise<void> => {
  const { innerPool: pool, commands, log } = deps;
  const { id: importId } = job;
  const lines = (await linesOf(pool, importId)).filter(
    ({ contactId, outcome, undo: undone }) =>
      contactId !== null && undone === null && outcome !== 'ignored' && outcome !== 'duplicate',
  );
  const isWhole = await inTurns(deps, job, lines, async chunk => {
    const results = await several(chunk, atOnce, async ({ line, contactId, outcome, written }) => {
      const context = contextOf(job, undoCommand(importId, line));
      const row = { importId, line, contactId: contactId ?? '', written };
      // What a crash kept from being noted was made, or nothing was.
      const what = outcome === 'updated' ? 'updated' : 'new';
      const undo = await commands.importRows
        .undoContact(context, { ...row, outcome: what })
        .catch(error => withoutRow(deps, { importId, line }, error, 'kept-failed' as const));
      return { line, undo };
    });
    await noteUndone(pool, importId, results);
  });
  if (!isWhole) return;
  const counts = await undoCountsOf(pool, importId);
  const context = contextOf(job, deriveId(importId, 'undone'));
  const finished = await commands.contactImport.finishUndo(context, { importId, ...counts });
  if (isRejection(finished)) throw new Error(`an undo cannot end: ${finished.rejected}`);
  await endImport(pool, importId, 'undone');
  log.info({ importId, counts }, 'import undone');
};

const notSaved = { outcome: 'invalid' as const, contactId: null };

/** One row that cannot be dealt with holds up no other: it is said of it what became of it. Throws outages. */
const withoutRow = <Result>(
  { log, signal }: ImportDeps,
  row: { readonly importId: string; readonly line: number },
  error: unknown,
  instead: Result,
): Result => {
  if (signal.aborted || !isOfTheItem(error)) throw error;
  log.warn({ err: error, ...row }, 'a row of an import failed');
  return instead;
};

/** Works rows off, part by part, for as long as the import stands as it did. Answers whether all were. */
const inTurns = async <Row>(
  { innerPool: pool, signal }: ImportDeps,
  { id, status }: ImportJob,
  rows: readonly Row[],
  work: (part: readonly Row[]) => Promise<void>,
): Promise<boolean> => {
  for (let at = 0; at < rows.length; at += noteEvery) {
    if (signal.aborted || (await statusOf(pool, id)) !== status) return false;
    await work(rows.slice(at, at + noteEvery));
  }
  return true;
};
