import { expect, it } from 'vitest';
import { createKnownBrowsers } from './known-browsers.ts';

const browsers = createKnownBrowsers('key');
const ana = 'ana@loja.test';

it('knows a browser for the accounts that were opened in it, and for no others', () => {
  const first = browsers.remember(undefined, ana);
  const both = browsers.remember(first, 'bia@loja.test');
  expect(browsers.find(both, ana)).toBe(browsers.find(first, ana));
  expect(browsers.find(both, 'bia@loja.test')).toBeDefined();
  expect(browsers.find(both, 'rui@loja.test')).toBeUndefined();
  expect(both).not.toContain('loja');
});

it('calls a browser the same after the next login, and two browsers differently', () => {
  const first = browsers.remember(undefined, ana);
  expect(browsers.find(browsers.remember(first, ana), ana)).toBe(browsers.find(first, ana));
  expect(browsers.find(browsers.remember(undefined, ana), ana)).not.toBe(browsers.find(first, ana));
});

it('keeps the last four accounts', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const cookie = names.reduce<string | undefined>((so, name) => browsers.remember(so, name), undefined);
  expect(names.map(name => browsers.find(cookie, name) !== undefined)).toEqual([
    false,
    true,
    true,
    true,
    true,
  ]);
});

it('takes no cookie that it did not make', () => {
  const forged = createKnownBrowsers('other key').remember(undefined, ana);
  for (const cookie of [undefined, '', '~', '.', 'a.b', `${forged}`, 'x'.repeat(5_000)])
    expect(browsers.find(cookie, ana)).toBeUndefined();
});
