import { expect, it } from 'vitest';
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
])('reads %s', (text, number) => {
  expect(readPhone(text, null)).toEqual({ number });
});

it.each([
  ['', 'no-number'],
  ['ramal', 'not-a-number'],
  ['123', 'not-a-number'],
  ['11 98765-43210', 'not-a-number'],
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
