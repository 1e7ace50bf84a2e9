import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { issueLoopbackCertificate } from './loopback-certificate.ts';

describe('a certificate for loopback', () => {
  it('vouches for loopback and for itself', () => {
    const issue = { name: 'simulator', years: 10 };
    const { cert } = issueLoopbackCertificate(new Date('2026-01-01T00:00:00Z'), issue);
    const certificate = new X509Certificate(cert);
    expect(certificate.subject).toBe('CN=simulator');
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(certificate.checkHost('localhost')).toBe('localhost');
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.ca).toBe(true);
    expect(new Date(certificate.validTo)).toEqual(new Date('2036-01-01T00:00:00Z'));
  });
});
