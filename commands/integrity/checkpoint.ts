import { createHash, createPublicKey, verify } from 'node:crypto';
import { type Checkpoint, checkpointSchema } from '#domain/integrity/events.ts';

type Unsigned = Omit<Checkpoint, 'signature'>;

/** What is signed: one line for each thing said, so that it can be checked without this program. */
const textOf = ({ companyId, size, root, at, previous, publicKey }: Unsigned): string =>
  ['balcao checkpoint 1', companyId, String(size), root, at, previous ?? 'none', publicKey]
    .map(line => `${line}\n`)
    .join('');

/** The hash that the company's next checkpoint names as its `previous`. */
export const hashOf = (checkpoint: Unsigned): string =>
  createHash('sha256').update(textOf(checkpoint)).digest('hex');

export const signCheckpoint = (
  what: Omit<Unsigned, 'publicKey'>,
  key: { readonly publicKey: string; readonly sign: (text: string) => string },
): Checkpoint => {
  const unsigned = { ...what, publicKey: key.publicKey };
  return { ...unsigned, signature: key.sign(textOf(unsigned)) };
};

/** Whether a checkpoint is what was signed with the key that it names. */
export const isSigned = (checkpoint: Checkpoint): boolean => {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: checkpoint.publicKey };
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    return verify(null, Buffer.from(textOf(checkpoint)), key, Buffer.from(checkpoint.signature, 'base64'));
  } catch {
    return false;
  }
};

/** The checkpoint that bytes hold as JSON; undefined for bytes that hold none. */
export const readCheckpoint = (bytes: Uint8Array | string, more: object = {}): Checkpoint | undefined => {
  try {
    const json: unknown = JSON.parse(typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString());
    if (typeof json !== 'object' || json === null) return undefined;
    return checkpointSchema.safeParse({ ...json, ...more }).data;
  } catch {
    return undefined;
  }
};
