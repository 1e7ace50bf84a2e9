import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type LoginProof, type ProofWanted, proofText, zeroBits } from '#contracts/login-proof.ts';

const goodForMs = 10 * 60_000;

/** Challenges for who must prove that a login is worth some work; nothing is stored of them until they are used. */
export const createLoginProofs = (key: string) => {
  const macOf = (name: string, said: string) =>
    createHmac('sha256', key).update(`proof|${said}|${name}`).digest('base64url');

  return {
    wanted: (name: string, bits: number, now = Date.now()): ProofWanted => {
      const said = `${now}.${bits}.${randomBytes(12).toString('base64url')}`;
      return { challenge: `${said}.${macOf(name, said)}`, bits };
    },
    /** Whether this is a proof of at least so many bits, of a challenge that was made for this name a short while ago. */
    proves: (proof: LoginProof, name: string, leastBits: number, now = Date.now()): boolean => {
      const [at = '', bits = '', salt = '', mac = ''] = proof.challenge.split('.');
      const own = Buffer.from(macOf(name, `${at}.${bits}.${salt}`));
      const given = Buffer.from(mac);
      if (own.length !== given.length || !timingSafeEqual(own, given)) return false;
      if (now - Number(at) > goodForMs || Number(bits) < leastBits) return false;
      return zeroBits(createHash('sha256').update(proofText(proof)).digest()) >= Number(bits);
    },
  };
};
