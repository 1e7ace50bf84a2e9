import type { ClientBase } from 'pg';
import type { Change, Notification } from '../position.ts';
import type { RowChange } from './fold.ts';
import type { Projection } from './projection.ts';
import { keyText } from './table.ts';

/** Postgres takes 8,000 bytes in a notification. */
const largestNote = 7_000;

/**
 * What a batch notifies on the projection's channel: ids only. At least one note, for those who wait for a position.
 * Rows of a sweep have no names: its company is to read anew.
 */
export const notesOf = (
  projection: Projection,
  changes: ReadonlyMap<string, readonly RowChange[]>,
  position: number,
  sweptCompany?: string,
): readonly string[] => {
  if (sweptCompany !== undefined) {
    return [
      JSON.stringify({ position, companyId: sweptCompany, changes: [], resync: true } satisfies Notification),
    ];
  }
  const notes: Omit<Notification, 'more'>[] = [];
  for (const [companyId, notified] of byCompany(projection, changes)) {
    let size = 0;
    let current: Change[] = [];
    for (const change of notified) {
      const length = JSON.stringify(change).length + 1;
      if (size + length > largestNote - 200) {
        notes.push({ position, companyId, changes: current });
        current = [];
        size = 0;
      }
      current.push(change);
      size += length;
    }
    notes.push({ position, companyId, changes: current });
  }
  if (notes.length === 0) notes.push({ position, companyId: null, changes: [] });
  return notes.map((note, index) =>
    JSON.stringify(index < notes.length - 1 ? { ...note, more: true } : note),
  );
};

const byCompany = (
  projection: Projection,
  changes: ReadonlyMap<string, readonly RowChange[]>,
): ReadonlyMap<string, Change[]> => {
  const companies = new Map<string, Change[]>();
  for (const { table } of projection.folds) {
    if (!table.notifies) continue;
    for (const { key, before, after } of changes.get(table.name) ?? []) {
      const companyId = (after ?? before)?.companyId;
      if (!companyId) continue;
      const notified: Change = {
        table: table.name,
        id: table.key.length === 1 ? keyText(key) : (key.at(-1) ?? ''),
        op: after ? 'upsert' : 'delete',
        ...(before && table.was ? { was: table.was(before) } : {}),
      };
      const list = companies.get(companyId);
      if (list) list.push(notified);
      else companies.set(companyId, [notified]);
    }
  }
  return companies;
};

/** Whoever shows anything of a projection is to read it anew. */
export const notifyAll = async (client: ClientBase, name: string, position: number): Promise<void> => {
  await client.query('select pg_notify($1, $2)', [
    name,
    JSON.stringify({ position, companyId: null, changes: [], resync: true }),
  ]);
};
