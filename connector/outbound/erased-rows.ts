import type { ClientBase, Pool } from 'pg';
import type { Provider } from '#domain/connection/events.ts';
import { ownKey } from '#eventstore/own-key.ts';
import { mayBeTried } from '#eventstore/parking/set-aside.ts';
import type { PersonKeys } from '#eventstore/person-keys.ts';
import { seal, unseal } from '#eventstore/sealing.ts';

/** What is remembered of erased persons, so that what comes late is not kept, and what was under way is found. */

/** How names are kept until the last purge. */
export type NameKeys = Pick<PersonKeys, 'forReading'>;
export type Contact = { readonly companyId: string; readonly contactId: string };
export type Person = Contact & { readonly names: readonly string[] };

type Keeping = {
  readonly client: Pick<ClientBase, 'query'>;
  readonly provider: Provider;
  readonly keys: NameKeys;
};

/** How many seconds after the first purge the others follow: by the last, files that were under way are through. */
const againAfter = [10, 60, 900] as const;

/** By which names a person is to be purged again: until the last time they are kept, under the company's key. */
export const noteErased = async (
  { client, provider, keys }: Keeping,
  { companyId, contactId, names }: Person,
): Promise<void> => {
  const own = await ownKey(keys, companyId);
  // Without the company's key there is nobody left to purge for.
  if (!own) return;
  const sealed = seal(own, JSON.stringify(names), contextOf(contactId));
  await client.query(
    `insert into connector.erasure (provider, contact_id, company_id, names, due_at)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5)) on conflict do nothing`,
    [provider, contactId, companyId, sealed, againAfter[0]],
  );
};

const contextOf = (contactId: string): string => `names of ${contactId}`;

/** These messages are of somebody who is erased: nothing more is kept of their files. */
export const noteErasedMessages = async (
  client: Pick<ClientBase, 'query'>,
  messageIds: readonly string[],
): Promise<void> => {
  if (messageIds.length > 0)
    await client.query(
      'insert into connector.erased_message (message_id) select unnest($1::uuid[]) on conflict do nothing',
      [messageIds],
    );
};

export type DueErasure = Contact & {
  /** Under the company's key. */
  readonly names: string;
  readonly round: number;
};

/** The next person who is to be purged once more, held in the caller's transaction; undefined when none is due. */
export const dueErasure = async (
  { client, provider }: Pick<Keeping, 'client' | 'provider'>,
  worker: string,
): Promise<DueErasure | undefined> => {
  const { rows } = await client.query<DueErasure>(
    `select company_id as "companyId", contact_id as "contactId", names, round from connector.erasure
     where provider = $1 and due_at <= now() and ${mayBeTried('$2', 'contact_id::text')}
     order by due_at limit 1 for update skip locked`,
    [provider, worker],
  );
  return rows[0];
};

/** By which names a person is to be purged: none where the company's key was destroyed. Throws as `ownKey` does. */
export const namesOf = async (
  keys: NameKeys,
  { companyId, contactId, names }: DueErasure,
): Promise<readonly string[]> => {
  const own = await ownKey(keys, companyId);
  return own ? JSON.parse(unseal(own, names, contextOf(contactId))) : [];
};

/** It was purged: the names are forgotten with the last time. */
export const purgedAgain = async (
  { client, provider }: Pick<Keeping, 'client' | 'provider'>,
  { contactId, round }: Pick<DueErasure, 'contactId' | 'round'>,
): Promise<void> => {
  const next = againAfter[round + 1];
  const name = [provider, contactId];
  if (next === undefined)
    await client.query('delete from connector.erasure where provider = $1 and contact_id = $2', name);
  else
    await client.query(
      `update connector.erasure set round = round + 1, due_at = erased_at + make_interval(secs => $3)
       where provider = $1 and contact_id = $2`,
      [...name, next],
    );
};

/** Forgets which messages were erased long ago: nothing of their files comes any more. */
export const pruneErased = async (pool: Pool): Promise<void> => {
  await pool.query(`delete from connector.erased_message where at < now() - interval '1 day'`);
};
