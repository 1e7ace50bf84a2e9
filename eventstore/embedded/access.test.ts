import { Metadata } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { createDoor, isLoopback } from './access.ts';

const calling = (authorization: string): Metadata => {
  const metadata = new Metadata();
  metadata.set('authorization', authorization);
  return metadata;
};
const basic = (text: string) => calling(`Basic ${Buffer.from(text).toString('base64')}`);

describe('who may call', () => {
  it.each(['127.0.0.1', '127.8.9.10', 'localhost', '::1'])('takes %s for loopback', host => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.org', 'localhost.example.org', '128.0.0.1', ''])(
    'takes %s for somewhere else',
    host => {
      expect(isLoopback(host)).toBe(false);
    },
  );

  it('admits name and password exactly as they are', () => {
    const admits = createDoor({ user: 'balcão', password: 'a:b✓' });
    expect(admits(basic('balcão:a:b✓'))).toBe(true);
    for (const wrong of ['balcão:a:b', 'balcao:a:b✓', 'balcão:a:b✓ ', ':', '']) {
      expect(admits(basic(wrong))).toBe(false);
    }
    expect(admits(calling('Bearer abc'))).toBe(false);
    expect(admits(new Metadata())).toBe(false);
  });

  it('admits everybody when there is no account', () => {
    expect(createDoor(undefined)(new Metadata())).toBe(true);
  });
});
