import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { issueLoopbackCertificate } from './self-signed-certificate.ts';

describe('the certificate of the upload host', () => {
  it('vouches for loopback and for itself', () => {
    const certificate = new X509Certificate(issueLoopbackCertificate(new Date('2026-01-01T00:00:00Z')).cert);
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(certificate.checkHost('localhost')).toBe('localhost');
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.ca).toBe(true);
    expect(new Date(certificate.validTo)).toEqual(new Date('2036-01-01T00:00:00Z'));
  });
});
