import { expect, it } from 'vitest';
import { zeroBits } from '#contracts/login-proof.ts';
import { solveProof } from '../testing/solve-proof.ts';
import { createLoginProofs } from './login-proof.ts';

const proofs = createLoginProofs('key');
const minute = 60_000;

it('counts the bits before the first one', () => {
  expect([[255], [127], [0, 1], [0, 0, 16], [0, 0]].map(bytes => zeroBits(Uint8Array.from(bytes)))).toEqual([
    0, 1, 15, 19, 16,
  ]);
});

it('takes the answer to its own challenge, for who it was made and for ten minutes', () => {
  const now = Date.now();
  const proof = solveProof(proofs.wanted('ana', 8, now));
  expect(proofs.proves(proof, 'ana', 8, now + 9 * minute)).toBe(true);
  expect(proofs.proves(proof, 'bia', 8, now)).toBe(false);
  expect(proofs.proves(proof, 'ana', 9, now)).toBe(false);
  expect(proofs.proves(proof, 'ana', 8, now + 11 * minute)).toBe(false);
});

it('takes no other answer, and no challenge of another key or with less work', () => {
  const wanted = proofs.wanted('ana', 12);
  const { answer } = solveProof(wanted);
  const wrong = [answer + 1, answer + 2, answer + 3].map(each => ({ ...wanted, answer: each }));
  expect(wrong.some(each => !proofs.proves(each, 'ana', 12))).toBe(true);
  const [at, , ...rest] = wanted.challenge.split('.');
  const easier = solveProof({ challenge: [at, '1', ...rest].join('.'), bits: 1 });
  expect(proofs.proves(easier, 'ana', 1)).toBe(false);
  const foreign = solveProof(createLoginProofs('other').wanted('ana', 4));
  expect(proofs.proves(foreign, 'ana', 4)).toBe(false);
  for (const challenge of ['', '.', '...', 'a.b.c.d'])
    expect(proofs.proves({ challenge, answer: 1 }, 'ana', 0)).toBe(false);
});
