import { describe, expect, it } from 'vitest';
import { printable } from './printable.ts';

const fromPostgres = (message: string, code: string) => Object.assign(new Error(message), { code });
const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('what is told of an error', () => {
  it('leaves out the value that Postgres refused, quotation marks of its own included', () => {
    const refused = fromPostgres('invalid input syntax for type json: "{"name":"Clara"}\n…"', '22P02');
    expect(printable(refused)).toBe('invalid input syntax for type json: …');
  });

  it('keeps the names of tables and columns', () => {
    const refused = fromPostgres('null value in column "name" of relation "contact"', '23502');
    expect(printable(refused)).toBe(refused.message);
  });

  it.each([() => JSON.parse('Clara'), () => JSON.parse('{"name":"Clara"'), () => BigInt('Clara')])(
    'leaves out the text that a parser refused',
    work => {
      const error = thrownBy(work);
      expect(error).toBeInstanceOf(SyntaxError);
      expect(printable(error)).toMatch(/^a text is no (JSON|BigInt)$/);
    },
  );

  it('keeps what is said of a program that cannot be read', () => {
    expect(printable(new SyntaxError('the module does not provide an export named "x"'))).toContain('"x"');
  });

  it('leaves out addresses of people', () => {
    expect(printable(new Error('no session for 5511987654321:7@s.whatsapp.net'))).toBe('no session for …');
    expect(printable('to clara@demo.local')).toBe('to …');
  });
});
