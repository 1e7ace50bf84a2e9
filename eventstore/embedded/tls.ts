import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { ServerCredentials } from '@grpc/grpc-js';

/** PEM files: the certificate, followed by its issuers' if there are any, and its private key. */
export type TlsFiles = { readonly certificateFile: string; readonly keyFile: string };

const wildcards = new Set(['0.0.0.0', '::']);
/** A name before an address: TLS knows names alone, and Node warns of an address. */
const loopbackNames = ['localhost', '127.0.0.1'];

const read = (what: string, file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new Error(`the ${what} ${file} cannot be read`, { cause });
  }
};

const open = (host: string) => ({
  credentials: ServerCredentials.createInsecure(),
  host: wildcards.has(host) ? '127.0.0.1' : host,
  parameters: 'tls=false',
});

/** A name that the certificate vouches for, preferably one that leads back to this machine. */
const vouchedName = (certificate: X509Certificate, host: string): string => {
  const vouchesFor = (name: string) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name));
  const [, firstName] = /DNS:([^,\s]+)/.exec(certificate.subjectAltName ?? '') ?? [];
  const leadsBack = wildcards.has(host) || isIP(host) === 6 || host === '127.0.0.1';
  const candidates = leadsBack ? loopbackNames : [host];
  return candidates.find(vouchesFor) ?? firstName ?? host;
};

/**
 * How the node serves, and how its connection string goes on after the user: open without files, otherwise by
 * TLS. Throws an Error that names the file which cannot be used.
 */
export const readTls = (files: TlsFiles | undefined, host: string) => {
  if (!files) return open(host);
  const { certificateFile, keyFile } = files;
  const cert = read('certificate', certificateFile);
  const key = read('private key', keyFile);
  try {
    createSecureContext({ cert, key });
    const certificate = new X509Certificate(cert);
    const isOwnAuthority = certificate.checkIssued(certificate);
    return {
      credentials: ServerCredentials.createSsl(null, [{ cert_chain: cert, private_key: key }], false),
      host: vouchedName(certificate, host),
      parameters: isOwnAuthority ? `tls=true&tlsCAFile=${encodeURIComponent(certificateFile)}` : 'tls=true',
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`certificate ${certificateFile} and key ${keyFile} cannot be used: ${reason}`, { cause });
  }
};
