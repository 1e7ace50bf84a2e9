import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';
import type { Pool } from 'pg';
import { createWrapping } from './wrapping.ts';

/** Signs with Ed25519. `publicKey` is the raw key as base64url; signatures are base64. */
export type SigningKey = { readonly publicKey: string; readonly sign: (text: string) => string };

const signingKeyName = 'checkpoints';
/** What stands before the 32 bytes of a private key of Ed25519 (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key that 32 bytes stand for. */
export const signingKeyOf = (seed: Buffer): SigningKey => {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
  return {
    publicKey: createPublicKey(key).export({ format: 'jwk' }).x ?? '',
    sign: text => sign(null, Buffer.from(text), key).toString('base64'),
  };
};

/**
 * The key that checkpoints of the history are signed with: made on the first call and kept in the schema `secrets`,
 * wrapped under the master key as the keys of people are. Any number of processes get the same. Throws WrongMasterKey.
 */
export const openSigningKey = async (pool: Pool, masterKey: string): Promise<SigningKey> => {
  const wrapping = createWrapping(masterKey);
  const { rows } = await pool.query<{ wrapped: Buffer }>(
    `insert into secrets.installation_key (name, wrapped) values ($1, $2)
     on conflict (name) do update set name = excluded.name returning wrapped`,
    [signingKeyName, wrapping.wrap(signingKeyName, randomBytes(32))],
  );
  const [row] = rows;
  if (!row) throw new Error('the key that checkpoints are signed with is gone');
  return signingKeyOf(wrapping.unwrap(signingKeyName, row.wrapped).export());
};
