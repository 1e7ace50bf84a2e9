import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalNumber, digits, numberVariants } from './number.ts';

describe('a number', () => {
  it('is its digits', () => {
    expect(digits('+55 (11) 98765-4321')).toBe('5511987654321');
  });
  it.each([
    ['551187654321', '5511987654321', 'gets the ninth digit of Brazilian mobiles'],
    ['5511987654321', '5511987654321', 'keeps it'],
    ['551132654321', '551132654321', 'of a Brazilian landline stays'],
    ['4915112345678', '4915112345678', 'of another country stays'],
    ['351912345678', '351912345678', 'of Portugal stays'],
  ])('%s is compared as %s: it %s', (number, canonical) => {
    expect(canonicalNumber(number)).toBe(canonical);
  });
  it('has both variants of a Brazilian mobile', () => {
    expect(numberVariants('551187654321')).toEqual(['5511987654321', '551187654321']);
    expect(numberVariants('4915112345678')).toEqual(['4915112345678']);
  });
  it('has one form, whatever the way to it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(55)?[1-9]\d[2-9]\d{7}$/), number => {
        const canonical = canonicalNumber(number);
        expect(canonicalNumber(canonical)).toBe(canonical);
        for (const variant of numberVariants(number)) expect(canonicalNumber(variant)).toBe(canonical);
      }),
    );
  });
});
