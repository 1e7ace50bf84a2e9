import * as crypto from 'node:crypto';
import { expect, it } from 'vitest';
import { wrapKeys } from './key-objects.ts';

const plain = { ...crypto };
wrapKeys();

const tried = (work: () => Buffer): string => {
  try {
    return work().toString('hex');
  } catch (error) {
    return String(error);
  }
};

const kinds = (key: Buffer) => [
  key,
  new Uint8Array(key),
  key.toString('latin1'),
  crypto.createSecretKey(key),
];

it('signs as before, with keys of every length and kind', () => {
  for (let length = 0; length < 200; length++) {
    const data = crypto.randomBytes(length);
    for (const key of kinds(crypto.randomBytes(length))) {
      const [before, after] = [plain, crypto].map(({ createHmac }) =>
        tried(() => createHmac('sha256', key).update(data).digest()),
      );
      expect(after).toBe(before);
    }
  }
  expect(crypto.createHmac).not.toBe(plain.createHmac);
});

const ciphers = [
  { name: 'aes-256-gcm', iv: 12 },
  { name: 'aes-256-cbc', iv: 16 },
  { name: 'aes-256-ctr', iv: 16 },
];

it.each(ciphers)(
  'encrypts and decrypts by $name as before, and refuses the same keys',
  ({ name, iv: ivLength }) => {
    for (const length of [0, 16, 31, 32, 33]) {
      const iv = crypto.randomBytes(ivLength);
      const data = crypto.randomBytes(64);
      for (const key of kinds(crypto.randomBytes(length))) {
        const [before, after] = [plain, crypto].map(({ createCipheriv }) =>
          tried(() => {
            const cipher = createCipheriv(name, key, iv);
            return Buffer.concat([cipher.update(data), cipher.final()]);
          }),
        );
        expect(after).toBe(before);
        const opened = [plain, crypto].map(({ createDecipheriv }) =>
          tried(() => createDecipheriv(name, key, iv).update(Buffer.from(after ?? '', 'hex'))),
        );
        expect(opened[1]).toBe(opened[0]);
      }
    }
  },
);

it('is done once, however often it is asked for', () => {
  const key = crypto.randomBytes(32);
  const before = crypto.createHmac('sha256', key).update('a').digest('hex');
  for (let n = 0; n < 3; n++) wrapKeys();
  expect(crypto.createHmac('sha256', key).update('a').digest('hex')).toBe(before);
});
