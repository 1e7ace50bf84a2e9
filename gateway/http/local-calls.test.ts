import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { localCalls, type RawCall } from './local-calls.ts';

const call = (address: string, headers: IncomingHttpHeaders = {}, httpVersion = '1.1') =>
  ({
    headers: { host: '127.0.0.1:3000', ...headers },
    httpVersion,
    socket: { remoteAddress: address },
  }) as RawCall;
const isLocal = localCalls({});

describe('a call is local', () => {
  it.each(['127.0.0.1', '127.0.0.53', '::1', '::ffff:127.0.0.1'])('from %s', address => {
    expect(isLocal(call(address))).toBe(true);
  });
  it.each(['localhost', 'LOCALHOST:3000', 'balcao.localhost', '127.0.0.1', '127.1.2.3:80', '[::1]:3000'])(
    'to %s',
    host => {
      expect(isLocal(call('127.0.0.1', { host }))).toBe(true);
    },
  );
  it('from a page that this machine serves', () => {
    const page = 'http://localhost:3000';
    expect(isLocal(call('127.0.0.1', { origin: page, referer: `${page}/setup` }))).toBe(true);
  });
});

describe('a call is not local', () => {
  it.each(['10.0.0.1', '203.0.113.9', '::ffff:10.0.0.1', '2001:db8::1', ''])('from %s', address => {
    expect(isLocal(call(address))).toBe(false);
  });
  it.each([
    ...['forwarded', 'via', 'x-forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
    ...['x-forwarded-port', 'x-forwarded-server', 'x-forwarded-prefix', 'x-real-ip', 'x-client-ip'],
    ...['x-original-forwarded-for', 'true-client-ip', 'cf-connecting-ip', 'fastly-client-ip', 'cdn-loop'],
  ])('that was forwarded, as %s says', name => {
    expect(isLocal(call('127.0.0.1', { [name]: '127.0.0.1' }))).toBe(false);
  });
  it.each([
    'balcao.example',
    'localhost.example',
    '127.0.0.1.example',
    '10.0.0.1:3000',
    '',
    '[::2]',
    'a:b:c',
  ])('to the host %s', host => {
    expect(isLocal(call('127.0.0.1', { host }))).toBe(false);
  });
  it('without a host, or as a proxy speaks that was told nothing', () => {
    expect(isLocal(call('127.0.0.1', { host: undefined }))).toBe(false);
    expect(isLocal(call('127.0.0.1', {}, '1.0'))).toBe(false);
  });
  it.each(['http://balcao.example', 'https://10.0.0.5', 'null'])('from a page of %s', page => {
    expect(isLocal(call('127.0.0.1', { origin: page }))).toBe(false);
    expect(isLocal(call('127.0.0.1', { referer: page }))).toBe(false);
  });
});

describe('nobody is local', () => {
  it('where operators have a token', () => {
    expect(localCalls({ operatorToken: 'token-of-the-tests' })(call('127.0.0.1'))).toBe(false);
  });
  it.each([
    'loopback',
    '127.0.0.1',
    '127.0.0.9',
    '127.0.0.0/8',
    '::1',
    '::1/128',
    '::ffff:127.0.0.1',
    '64.0.0.0/2',
  ])('where a proxy on this machine is trusted (%s)', proxy => {
    expect(localCalls({ trustedProxies: ['10.0.0.1', proxy] })(call('127.0.0.1'))).toBe(false);
  });
  it('but where other proxies are', () => {
    const trustedProxies = ['uniquelocal', 'linklocal', '10.0.0.0/8', 'fd00::/8'];
    expect(localCalls({ trustedProxies })(call('127.0.0.1'))).toBe(true);
  });
});
