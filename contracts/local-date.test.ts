import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { localDate } from './local-date.ts';

const root = new URL('..', import.meta.url);
const files = globSync('{contracts,gateway,web/src}/**/*.{ts,tsx}', { cwd: root }).filter(
  file => !file.includes('.test.') && file !== 'contracts/local-date.ts',
);
const lines = files.flatMap(file =>
  readFileSync(new URL(file, root), 'utf8')
    .split('\n')
    .map(line => ({ file, line: line.trim() })),
);
const found = (pattern: RegExp) => lines.filter(({ line }) => pattern.test(line));

it('is written with the day first and four figures of the year', () => {
  expect(localDate('2026-11-05')).toBe('05/11/2026');
});

describe('whatever writes a day or a time', () => {
  it('goes by the habits of the language, which all begin with the day', () => {
    expect(found(/new Intl\.DateTimeFormat\(/).length).toBeGreaterThan(4);
    expect(found(/new Intl\.DateTimeFormat\((?!dateLanguage\(language\))/)).toEqual([]);
    expect(found(/toLocale(Date|Time)String/)).toEqual([]);
  });

  it('begins with the month nowhere, and shortens no year', () => {
    expect(found(/MM\/DD|DD\/MM\/YY(?!YY)|year: '2-digit'/)).toEqual([]);
  });
});
