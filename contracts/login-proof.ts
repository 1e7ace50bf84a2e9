/**
 * After many wrong passwords a login must bring a proof of work, so that guessing is dear and nobody is locked out:
 * the refusal (429) carries `details.proof`, and the login comes again with an `answer` for which the SHA-256 of
 * `proofText` begins with so many zero bits. Each challenge is good once, for ten minutes.
 */
export type ProofWanted = { readonly challenge: string; readonly bits: number };
export type LoginProof = { readonly challenge: string; readonly answer: number };

export const proofText = ({ challenge, answer }: LoginProof): string => `${challenge}.${answer}`;

/** How many bits of a hash are zero before the first that is not. */
export const zeroBits = (hash: Uint8Array): number => {
  const first = hash.findIndex(byte => byte !== 0);
  if (first === -1) return hash.length * 8;
  return first * 8 + Math.clz32(hash[first] ?? 0) - 24;
};
