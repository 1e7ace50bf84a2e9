import { createHash } from 'node:crypto';
import { type LoginProof, type ProofWanted, proofText, zeroBits } from '#contracts/login-proof.ts';

/** The work that a login has to prove, done. */
export const solveProof = ({ challenge, bits }: ProofWanted): LoginProof => {
  for (let answer = 0; ; answer += 1) {
    const proof = { challenge, answer };
    if (zeroBits(createHash('sha256').update(proofText(proof)).digest()) >= bits) return proof;
  }
};
