import type { Entity } from '../shared/decider.ts';
import { type Decision, nothing, reject } from '../shared/decision.ts';
import type { ContactImportEvent, ImportCounts } from './events.ts';

/** An import of contacts: it runs once, ends or is cancelled, and what it did may be undone once. */
export type ContactImport = {
  readonly status: 'none' | 'running' | 'finished' | 'cancelled' | 'undoing' | 'undone';
};

const statusAfter = {
  ContactImportStarted: 'running',
  ContactImportFinished: 'finished',
  ContactImportCancelled: 'cancelled',
  ContactImportUndoRequested: 'undoing',
  ContactImportUndone: 'undone',
} as const satisfies Record<ContactImportEvent['type'], ContactImport['status']>;

export const contactImportEntity: Entity<ContactImport, ContactImportEvent> = {
  initial: { status: 'none' },
  evolve: (_, { type }) => ({ status: statusAfter[type] }),
};

type OfImport = { readonly importId: string };
export type StartImport = Extract<ContactImportEvent, { type: 'ContactImportStarted' }>['data'];

/** Begins it; already so when it has begun, however it stands by now. */
export const startImport = (
  command: StartImport,
  { status }: ContactImport,
): Decision<ContactImportEvent> => {
  if (status !== 'none') return nothing;
  if (command.rows === 0) return reject('ERR_VALIDATION', { field: 'rows' });
  return [{ type: 'ContactImportStarted', data: command }];
};

/** All rows are dealt with. One that was cancelled stays so. */
export const finishImport = (
  data: OfImport & { readonly counts: ImportCounts },
  { status }: ContactImport,
): Decision<ContactImportEvent> =>
  status === 'running' ? [{ type: 'ContactImportFinished', data }] : nothing;

/** No further row is imported. What has ended cannot be cancelled: that is undone. */
export const cancelImport = (data: OfImport, { status }: ContactImport): Decision<ContactImportEvent> => {
  if (status === 'none') return reject('ERR_NO_IMPORT_FOUND');
  if (status === 'cancelled') return nothing;
  if (status !== 'running') return reject('ERR_IMPORT_ENDED');
  return [{ type: 'ContactImportCancelled', data }];
};

/** Takes back what it did; one that runs is cancelled first. */
export const undoImport = (data: OfImport, { status }: ContactImport): Decision<ContactImportEvent> => {
  if (status === 'none') return reject('ERR_NO_IMPORT_FOUND');
  if (status === 'running') return reject('ERR_IMPORT_RUNNING');
  if (status === 'undoing' || status === 'undone') return nothing;
  return [{ type: 'ContactImportUndoRequested', data }];
};

/** All that could be taken back is. */
export const finishUndo = (
  data: Extract<ContactImportEvent, { type: 'ContactImportUndone' }>['data'],
  { status }: ContactImport,
): Decision<ContactImportEvent> => (status === 'undoing' ? [{ type: 'ContactImportUndone', data }] : nothing);
