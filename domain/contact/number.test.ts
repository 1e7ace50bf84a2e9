import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { canonicalNumber, digits, formsOfEarlierVersions, numberVariants, partsToSeek } from './number.ts';

/** A number as WhatsApp or an old list has it, and as its country's plan has it today. */
const renumbered = [
  ['551187654321', '5511987654321'],
  ['5215512340001', '525512340001'],
  ['541123450001', '5491123450001'],
  ['22507080910', '2250707080910'],
  ['22545080910', '2250545080910'],
  ['22501020304', '2250101020304'],
  ['22961020304', '2290161020304'],
  ['23777123456', '237677123456'],
  ['24106020304', '24166020304'],
  ['841201234567', '84701234567'],
  ['841691234567', '84391234567'],
] as const;

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
  it.each(renumbered)('%s and %s are one', (was, is) => {
    expect(canonicalNumber(was)).toBe(is);
    for (const either of [was, is]) expect(numberVariants(either)).toEqual([is, was]);
  });
  it.each(renumbered)('%s, which is %s now, is a number of its plan', (_, is) => {
    expect(parsePhoneNumberFromString(`+${is}`)?.isValid()).toBe(true);
  });
  it.each(['4915112345678', '551132654321', '525', '2250145', '12025550123', '6834000'])(
    '%s has no other form',
    number => {
      expect(numberVariants(number)).toEqual([number]);
    },
  );
  it('was kept by earlier versions as it was written, but for Brazil', () => {
    expect(formsOfEarlierVersions('5215512340001')).toEqual(['5215512340001']);
    expect(formsOfEarlierVersions('525512340001')).toEqual(['5215512340001']);
    expect(formsOfEarlierVersions('551187654321')).toEqual([]);
    expect(formsOfEarlierVersions('4915112345678')).toEqual([]);
  });
  it('has one form, whatever the way to it', () => {
    const country = fc.constantFrom('', '55', '52', '521', '54', '549', '225', '229', '237', '241', '84');
    const number = fc.tuple(country, fc.stringMatching(/^\d{6,11}$/)).map(parts => parts.join(''));
    fc.assert(
      fc.property(number, number => {
        const canonical = canonicalNumber(number);
        expect(canonicalNumber(canonical)).toBe(canonical);
        for (const variant of numberVariants(number)) expect(canonicalNumber(variant)).toBe(canonical);
      }),
    );
  });
});

describe('looking for a number', () => {
  const isFound = (typed: string, kept: string) => partsToSeek(typed).some(part => kept.includes(part));

  it.each([
    ['47 98877-6655', '554788776655'],
    ['+55 47 98877 6655', '554788776655'],
    ['047 98877-6655', '554788776655'],
    ['98877-6655', '554788776655'],
    ['47 98877', '554788776655'],
    ['47 8877-66', '5547988776655'],
    ['8877-6655', '5547988776655'],
    ['6655', '5547988776655'],
    ['+52 55 1234 0001', '5215512340001'],
    ['+52 1 55 1234', '525512340001'],
    ['55 1234 0001', '5215512340001'],
    ['+54 11 2345', '5491123450001'],
    ['9 11 2345 0001', '541123450001'],
    ['+229 61 02 03 04', '2290161020304'],
    ['01 61 02 03 04', '22961020304'],
    ['07 07 08 09 10', '22507080910'],
  ])('%s finds %s', (typed, kept) => {
    expect(isFound(typed, kept)).toBe(true);
  });
  it.each([
    ['47 98877-6655', '5547988776656'],
    ['988', '554788776655'],
    ['+52 55 1234 0001', '525512340002'],
  ])('%s does not find %s', (typed, kept) => {
    expect(isFound(typed, kept)).toBe(false);
  });
  it('by either form finds both', () => {
    for (const forms of renumbered)
      for (const typed of forms) for (const kept of forms) expect(isFound(typed, kept)).toBe(true);
  });
  it('asks for nothing where there are no digits', () => {
    expect(partsToSeek('+')).toEqual([]);
  });
});
