import { sha256 } from '@noble/hashes/sha2.js';
import { type LoginProof, type ProofWanted, proofText, zeroBits } from '#contracts/login-proof.ts';

/** Tries between which the page may do something else: some milliseconds of work. */
const triesInATurn = 2_000;
const encoder = new TextEncoder();

/** Does the work that a login must prove after many wrong passwords: about a second, and seconds under an attack. */
export const proveLogin = async ({ challenge, bits }: ProofWanted): Promise<LoginProof> => {
  for (let answer = 0; ; answer += 1) {
    const proof = { challenge, answer };
    if (zeroBits(sha256(encoder.encode(proofText(proof)))) >= bits) return proof;
    if (answer % triesInATurn === triesInATurn - 1) await new Promise(resolve => setTimeout(resolve));
  }
};
