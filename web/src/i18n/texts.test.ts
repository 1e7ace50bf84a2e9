import { describe, expect, it } from 'vitest';
import { errorCodes } from '#domain/shared/errors.ts';
import { texts as english } from './en/texts.ts';
import { texts as spanish } from './es/texts.ts';
import { texts as portuguese } from './pt-BR/texts.ts';

const plural = /_(zero|one|many|other)$/;

const keysOf = (texts: object, prefix = ''): string[] =>
  Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
const plainKeys = (texts: object): string[] =>
  [...new Set(keysOf(texts).map(key => key.replace(plural, '')))].sort();

const placeholders = (texts: object): Record<string, string[]> =>
  Object.fromEntries(
    keysOf(texts)
      .filter(key => !/_(zero|many)$/.test(key))
      .map(key => [
        key,
        [...textAt(texts, key).matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1] ?? '').sort(),
      ]),
  );
const textAt = (texts: object, key: string): string => {
  let value: unknown = texts;
  for (const name of key.split('.')) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }
  return String(value);
};

const files = import.meta.glob<string>(['../**/*.{ts,tsx}', '../../../contracts/audit-words/*.ts'], {
  ...{ query: '?raw', import: 'default', eager: true },
});
const sources = Object.entries(files)
  .filter(([name]) => !name.includes('.test.') && !/^\.\/|\/i18n\//.test(name))
  .map(([, text]) => text)
  .join('\n');
/** Keys spelled out in the sources, and the fixed beginnings of those that are put together there. */
const spelled = new Set(
  [...sources.matchAll(/\bt\(\s*(?:\[[^\]']*)?'([^']+)'/g)].map(match => match[1] ?? ''),
);
const composed = [...sources.matchAll(/\bt\(\s*(\[[^\]]*\]|`[^`]*`)/g)].flatMap(([, asked = '']) =>
  [...asked.matchAll(/`([^`$]+)\$\{[^`]*`/g)].map(([, start = '']) => start),
);

describe('the texts of the screens', () => {
  it('has the same keys in every language', () => {
    expect(plainKeys(english)).toEqual(plainKeys(portuguese));
    expect(plainKeys(spanish)).toEqual(plainKeys(portuguese));
  });

  it('has the same placeholders in every language', () => {
    expect(placeholders(english)).toEqual(placeholders(portuguese));
    expect(placeholders(spanish)).toEqual(placeholders(portuguese));
  });

  it('calls a ticket a ticket, and only its list and the state of being served something else', () => {
    const otherwise = [
      'navigation.attendance',
      'navigation.tickets',
      'ticket.belongsTo',
      'contact.status.open',
      'queues.hours',
      'dashboard.counters.supportHappening',
      'dashboard.counters.avgSupportTime',
    ];
    for (const texts of [portuguese, spanish]) {
      const said = keysOf(texts).filter(key => /atendiment|atenci(ó|o)n/i.test(textAt(texts, key)));
      expect(said.filter(key => !otherwise.includes(key))).toEqual([]);
    }
  });

  it('leaves no text empty', () => {
    for (const texts of [portuguese, english, spanish]) {
      expect(keysOf(texts).filter(key => textAt(texts, key).trim() === '')).toEqual([]);
    }
  });

  it('has a text for every key a screen asks for', () => {
    const known = new Set(plainKeys(portuguese));
    expect([...spelled].filter(key => !known.has(key))).toEqual([]);
    expect(composed.filter(start => ![...known].some(key => key.startsWith(start)))).toEqual([]);
  });

  it('has no text that no screen asks for', () => {
    const unused = plainKeys(portuguese).filter(
      key => !spelled.has(key) && !composed.some(start => key.startsWith(start)),
    );
    expect(unused).toEqual([]);
  });

  it('has a text for every error code', () => {
    for (const texts of [portuguese, english, spanish]) {
      expect(Object.keys(texts.errors)).toEqual(expect.arrayContaining([...errorCodes]));
    }
  });
});
