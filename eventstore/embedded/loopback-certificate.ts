import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** PEM texts of a server's key and of its certificate, which is its own authority. */
export type TlsIdentity = { key: string; cert: string };

const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  text: 0x0c,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
};
const OID = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
};
type Issue = { readonly name: string; readonly years: number };

/** Issues a certificate for 127.0.0.1 and localhost, valid from `now` for so many years. */
export function issueLoopbackCertificate(now: Date, { name: text, years }: Issue): TlsIdentity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const name = sequence(der(TAG.set, sequence(oid(OID.commonName), der(TAG.text, Buffer.from(text)))));
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + years);
  const certificate = sequence(
    der(0xa0, der(TAG.integer, Buffer.from([2]))),
    der(TAG.integer, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    sequence(time(now), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(authority(), loopbackNames())),
  );
  const signature = createSign('sha256').update(certificate).sign(privateKey);
  const signed = sequence(
    certificate,
    algorithm,
    der(TAG.bits, Buffer.concat([Buffer.from([0]), signature])),
  );
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: pem(signed) };
}

function authority(): Buffer {
  const critical = der(TAG.boolean, Buffer.from([0xff]));
  const isAuthority = sequence(der(TAG.boolean, Buffer.from([0xff])));
  return sequence(oid(OID.basicConstraints), critical, der(TAG.octets, isAuthority));
}

function loopbackNames(): Buffer {
  const names = sequence(der(0x87, Buffer.from([127, 0, 0, 1])), der(0x82, Buffer.from('localhost')));
  return sequence(oid(OID.subjectAltName), der(TAG.octets, names));
}

function der(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), length(content.length), content]);
}

function length(bytes: number): Buffer {
  if (bytes < 0x80) return Buffer.from([bytes]);
  return bytes < 0x100 ? Buffer.from([0x81, bytes]) : Buffer.from([0x82, bytes >> 8, bytes & 0xff]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(TAG.sequence, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return der(TAG.oid, Buffer.from(hex, 'hex'));
}

function time(date: Date): Buffer {
  return der(TAG.time, Buffer.from(`${date.toISOString().replace(/[-:T]|\.\d+/g, '')}`));
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
