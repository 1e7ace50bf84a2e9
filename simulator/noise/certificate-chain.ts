import { Curve, type KeyPair, proto } from '@whiskeysockets/baileys';

const YEAR_SECONDS = 365 * 86_400;

/** The server's static key and the encoded chain root → intermediate → leaf that vouches for it. */
export type ServerCertificate = { staticKey: KeyPair; chain: Uint8Array };

/** Issues a fresh server certificate under `root`, valid for ten years from `nowSeconds`. */
export function issueServerCertificate(root: KeyPair, nowSeconds: number): ServerCertificate {
  const intermediate = Curve.generateKeyPair();
  const staticKey = Curve.generateKeyPair();
  const validity = { notBefore: nowSeconds - 3600, notAfter: nowSeconds + 10 * YEAR_SECONDS };
  const details = (serial: number, issuerSerial: number, key: Uint8Array) =>
    proto.CertChain.NoiseCertificate.Details.encode({ serial, issuerSerial, key, ...validity }).finish();
  const intermediateDetails = details(1, 0, intermediate.public);
  const leafDetails = details(2, 1, staticKey.public);
  const chain = proto.CertChain.encode({
    leaf: { details: leafDetails, signature: Curve.sign(intermediate.private, leafDetails) },
    intermediate: { details: intermediateDetails, signature: Curve.sign(root.private, intermediateDetails) },
  }).finish();
  return { staticKey, chain };
}
