import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createSlots } from '../live/slots.ts';

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
/** Hashes at a time: other calls need processors too. */
export const hashesAtOnce = Math.max(1, Math.floor(availableParallelism() / 2));
const inSlot = createSlots(hashesAtOnce);
const tagLength = 32;
const version = 0x13;

/** The argon2id hash of a password in PHC form (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`). */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  const tag = await derive(password, salt, cost, tagLength);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=${version}$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
};

/**
 * Whether a password has this hash. Takes as long without a hash (an unknown e-mail) as with one.
 * @throws for a hash that is not in argon2id's PHC form.
 */
export const passwordMatches = async (password: string, hash: string | undefined): Promise<boolean> => {
  const { salt, tag, ...itsCost } = parse(hash ?? (await hashOfNobody()));
  const derived = await derive(password, salt, itsCost, tag.length);
  return timingSafeEqual(derived, tag) && hash !== undefined;
};

let nobody: Promise<string> | undefined;
const hashOfNobody = () => {
  nobody ??= hashPassword(randomBytes(16).toString('hex'));
  return nobody;
};

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const parse = (hash: string) => {
  const [, memory, passes, parallelism, salt, tag] = phc.exec(hash) ?? [];
  if (!salt || !tag) throw new Error('a stored password hash is not in PHC form');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
};

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

const derive = (password: string, nonce: Buffer, cost: Cost, length: number): Promise<Buffer> =>
  inSlot(() => hash(password, nonce, cost, length));

const hash = (password: string, nonce: Buffer, { memory, passes, parallelism }: Cost, length: number) =>
  new Promise<Buffer>((resolve, reject) => {
    const parameters = {
      message: password.normalize('NFKC'),
      nonce,
      memory,
      passes,
      parallelism,
      tagLength: length,
    };
    argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
  });
