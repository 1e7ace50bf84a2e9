import type { ClientBase } from 'pg';
import { catalogue } from '#domain/catalogue.ts';
import { storedAs } from '#eventstore/upcasters.ts';
import { type Parked, readParkedOf } from './checkpoint.ts';
import type { Projection } from './kit/projection.ts';

/**
 * The store gives a build the types that are known. Where the live model waits in front of others, of a later version, so
 * does the copy.
 */
export const carryUnknown = async (
  client: ClientBase,
  { name }: Projection,
  schema: string,
): Promise<readonly Parked[]> => {
  const unknown = (await readParkedOf(client, name)).filter(({ eventType }) => !knownTypes.has(eventType));
  for (const { stream, scope } of unknown)
    await client.query(
      `insert into projection.parked
         (name, scope, stream, company_id, revision, position, event_id, event_type, reason, missing, since)
       select $2, scope, stream, company_id, revision, position, event_id, event_type, reason, missing, since
       from projection.parked where name = $1 and stream = $3 and scope = $4 on conflict do nothing`,
      [name, schema, stream, scope],
    );
  return unknown;
};

const knownTypes = new Set(storedAs(Object.values(catalogue).flatMap(schemas => Object.keys(schemas))));
