import { describe, expect, it } from 'vitest';
import { arrayLiteral } from './arrays.ts';
import { instant, nullable, text, uuid } from './table.ts';

describe('an array of Postgres', () => {
  it('has ids and instants as they are', () => {
    const id = '0198a000-0000-7000-8000-000000000001';
    expect(arrayLiteral(nullable(uuid), [id, null])).toBe(`{${id},NULL}`);
    expect(arrayLiteral(instant, ['2026-11-24T03:29:47.000Z'])).toBe('{2026-11-24T03:29:47.000Z}');
  });
  it('keeps what is no id or instant one element, for Postgres to refuse', () => {
    expect(arrayLiteral(uuid, ['a,b', 'NULL'])).toBe('{"a,b","NULL"}');
    expect(arrayLiteral(instant, ['2026-11-24,2026-11-25'])).toBe('{"2026-11-24,2026-11-25"}');
  });
  it('quotes words, whatever is in them', () => {
    expect(arrayLiteral(text, ['NULL', 'a"b', 'c\\d', '{e}', 'f\0'])).toBe(
      '{"NULL","a\\"b","c\\\\d","{e}","f\uFFFD"}',
    );
  });
});
