import { expect, test } from 'vitest';
import { isPublicAddress } from './addresses.ts';
import { readDestination } from './destination.ts';
import { FetchRefused } from './refusal.ts';
import { hostileUrls } from './testing/hostile-urls.ts';

const problemOf = (url: string, allowed?: ReadonlySet<string>): string => {
  try {
    readDestination(url, allowed);
    return 'none';
  } catch (error) {
    return error instanceof FetchRefused ? error.problem : String(error);
  }
};

test.each(hostileUrls)('refuses %s', (url, problem) => {
  expect(problemOf(url)).toBe(problem);
});

test.each([
  'https://example.com/hooks',
  'https://example.com:8443/hooks?a=1',
  'http://example.com',
  'https://8.8.8.8/',
  'https://[2606:4700:4700::1111]/',
  'https://exämple.com/',
])('takes %s', url => {
  expect(problemOf(url)).toBe('none');
});

test('takes a private address where the list names host and port, and nowhere else', () => {
  const allowed = new Set(['127.0.0.1:4000', 'receiver:80', '[::1]:4000']);
  const taken = [
    'http://127.0.0.1:4000/hooks',
    'http://2130706433:4000/',
    'http://receiver/',
    'http://[::1]:4000',
  ];
  expect(taken.map(url => problemOf(url, allowed))).toEqual(taken.map(() => 'none'));
  const refused = [
    'http://127.0.0.1:4001/',
    'http://127.0.0.2:4000/',
    'http://receiver:8080/',
    'http://[::2]:4000',
  ];
  expect(refused.map(url => problemOf(url, allowed))).toEqual(refused.map(() => 'address'));
  expect(problemOf('http://u:p@127.0.0.1:4000/', allowed)).toBe('credentials');
  expect(problemOf('ftp://127.0.0.1:4000/', allowed)).toBe('protocol');
});

test('says nothing of our network', () => {
  expect(new FetchRefused('address').message).toBe('not fetched: address');
});

test('takes no text for an address', () => {
  expect(isPublicAddress('example.com')).toBe(false);
  expect(isPublicAddress('')).toBe(false);
});
