import { createHmac, type KeyObject } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { PersonKeys } from '../person-keys.ts';
import { digestKeyName } from './migrate.ts';
import { createWrapping } from './wrapping.ts';

export const digestUnder =
  (secret: KeyObject): PersonKeys['digest'] =>
  (kind, value) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([kind, value]))
      .digest('hex');

/**
 * The digests of the installation whose database this is, without changing it; undefined where it has no key for them
 * yet. Throws WrongMasterKey.
 */
export const readDigest = async (
  client: ClientBase,
  masterKey: string,
): Promise<PersonKeys['digest'] | undefined> => {
  const { rows: known } = await client.query<{ there: boolean }>(
    `select to_regclass('secrets.installation_key') is not null as there`,
  );
  if (!known[0]?.there) return undefined;
  const { rows } = await client.query<{ wrapped: Buffer }>(
    'select wrapped from secrets.installation_key where name = $1',
    [digestKeyName],
  );
  return rows[0] && digestUnder(createWrapping(masterKey).unwrap(digestKeyName, rows[0].wrapped));
};
