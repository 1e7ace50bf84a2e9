import { type AnyRecord, records } from '#domain/records/records.ts';
import { mapValues } from '#domain/shared/typed-objects.ts';
import { flag, nullable, snake, type Table, table, text, uuid } from '../kit/table.ts';

const tableOf = ({ concept, fields, owner, isOwned }: AnyRecord): Table => {
  const columns = Object.fromEntries(Object.entries(fields).map(([name, { column }]) => [name, column]));
  const whose = 'userId' in owner ? { userId: isOwned ? uuid : nullable(uuid) } : {};
  return table(snake(concept), {
    columns: { id: uuid, ...columns, ...whose },
    indexes: ['(company_id, position)', ...(isOwned ? ['(user_id)'] : [])],
    ...(isOwned ? { was: ({ userId, shared }) => ({ userId, shared }) } : {}),
  });
};

/** A table for each record: a row for each one that is there. */
export const recordTables = mapValues(records, tableOf);

/** What is gone, for those who come back and have it still: where it was, and whose. */
export const removedRecordTable = table('removed_record', {
  columns: { id: uuid, tableName: text, userId: nullable(uuid), shared: flag },
  indexes: ['(company_id, position)'],
  notifies: false,
});
