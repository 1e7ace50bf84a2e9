import { validate } from 'uuid';
import type { AuditEntryView, AuditName } from '#contracts/audit.ts';
import { plainText } from '../../inbox/plain-text.ts';
import type { Queryable } from '../../tenant.ts';

const text = `select o.id, o.kind, o.name, o.gone, (o.erased or coalesce(c.erased, false)) as erased, o.number,
    c.name as "contactName"
  from audit.object o left join audit.object c on c.id = o.contact_id and c.company_id = o.company_id
  where o.company_id = $1 and o.id = any($2::uuid[])`;

/** How everything is called that these entries name. */
export const namesOf = async (
  db: Queryable,
  entries: readonly Pick<AuditEntryView, 'actor' | 'objectId' | 'ticketId' | 'contactId' | 'details'>[],
): Promise<readonly AuditName[]> => {
  const ids = new Set<string>(
    entries.flatMap(({ actor, objectId, ticketId, contactId, details }) =>
      [actor.id, objectId, ticketId, contactId, ...Object.values(details).flat().map(idIn)].filter(
        (id): id is string => typeof id === 'string' && validate(id),
      ),
    ),
  );
  return namesByIds(db, [...ids]);
};

/** What a look was narrowed by is kept as `name=id`. */
const idIn = (value: unknown): unknown =>
  typeof value === 'string' ? value.slice(value.indexOf('=') + 1) : value;

/** How everything is called that has one of these ids, also what is gone. */
export const namesByIds = async (db: Queryable, ids: readonly string[]): Promise<readonly AuditName[]> =>
  ids.length === 0 ? [] : db.query<AuditName>('audit_names', text, [db.companyId, ids]);

/** More names than this have too little in common to be looked for at once. */
const mostNames = 50;

const sought = `select o.id from audit.own_object o where o.sought like $1 order by length(o.sought), o.id
  limit ${mostNames + 1}`;

/** Who and what has these words in its name. */
export const idsByName = async (
  db: Queryable,
  words: string,
): Promise<{ readonly ids: readonly string[]; readonly more: boolean }> => {
  const pattern = `%${plainText(words).replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await db.query<{ id: string }>('audit_sought', sought, [pattern]);
  return { ids: rows.slice(0, mostNames).map(({ id }) => id), more: rows.length > mostNames };
};
