import fc from 'fast-check';
import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, it } from 'vitest';
import { canonicalNumber, digits, numberVariants } from '#domain/contact/number.ts';
import { readPhone } from './read-phone.ts';

it.each([
  ['11 98765-4321', '5511987654321'],
  ['+55 (11) 98765-4321', '5511987654321'],
  ['5511987654321', '5511987654321'],
  ['0 15 11 98765-4321', '5511987654321'],
  ['(11) 8765-4321', '5511987654321'],
  ['551187654321', '5511987654321'],
  ['11 3456-7890', '551134567890'],
  ['+351 912 345 678', '351912345678'],
  ['00351912345678', '351912345678'],
  ['+54 11 15 2345-0001', '5491123450001'],
  ['+5215512340001', '5215512340001'],
  ['5215512340001', '5215512340001'],
  ['00 52 1 55 1234 0001', '5215512340001'],
  ['+22961020304', '22961020304'],
  ['+541123450001', '541123450001'],
  ['+888 0123 4567', '88801234567'],
  ['\u202a+55 11 98765-4321\u202c', '5511987654321'],
])('reads %s', (text, number) => {
  expect(readPhone(text, null)).toEqual({ number });
});

it.each([
  ['', 'no-number'],
  ['ramal', 'not-a-number'],
  ['123', 'not-a-number'],
  ['11 98765-43210', 'not-a-number'],
  ['+55 11 98765-43210', 'not-a-number'],
  ['+55 98765-4321', 'not-a-number'],
  ['+12', 'not-a-number'],
  ['5.53199E+12', 'scientific'],
  ['5,53199E+12', 'scientific'],
  ['98765-4321', 'no-area-code'],
])('says what is wrong with “%s”', (text, problem) => {
  expect(readPhone(text, null)).toEqual({ problem });
});

it('adds the area code only where that is wished', () => {
  expect(readPhone('98765-4321', '21')).toEqual({ number: '5521987654321' });
  expect(readPhone('3456-7890', '21')).toEqual({ number: '552134567890' });
  expect(readPhone('11 98765-4321', '21')).toEqual({ number: '5511987654321' });
});

it('reads every number as WhatsApp may have it', () => {
  const mobiles = getCountries().flatMap(country => {
    const example = getExampleNumber(country, examples);
    return example ? [digits(example.number)] : [];
  });
  const ending = fc.stringMatching(/^\d{3}$/);
  const ofToday = fc
    .tuple(fc.constantFrom(...mobiles), ending)
    .map(([mobile, end]) => `${mobile.slice(0, -end.length)}${end}`);
  const inAnyForm = ofToday.chain(number => fc.constantFrom(...numberVariants(number)));
  const ofNoPlan = fc
    .tuple(
      fc.constantFrom(...getCountries().map(country => getCountryCallingCode(country))),
      fc.stringMatching(/^[1-9]\d{6,9}$/),
    )
    .map(parts => parts.join(''))
    .filter(number => !number.startsWith('55') && (!number.startsWith('1') || number.length === 11))
    .filter(number => !parsePhoneNumberFromString(`+${number}`)?.isValid());
  fc.assert(
    fc.property(fc.oneof(inAnyForm, ofNoPlan), number => {
      const reading = readPhone(`+${number}`, null);
      expect('number' in reading && canonicalNumber(reading.number)).toBe(canonicalNumber(number));
    }),
    { numRuns: 1_000 },
  );
});
