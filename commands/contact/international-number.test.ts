import { expect, it } from 'vitest';
import { readInternational } from './international-number.ts';

it.each([
  ['5511987654321', '5511987654321'],
  ['+5511987654321', '5511987654321'],
  ['+55 (11) 98765-4321', '5511987654321'],
  [' 55.11.98765.4321\u00a0', '5511987654321'],
  ['\u202a+55 11 98765\u20114321\u202c', '5511987654321'],
  ['+55 (0)11 98765-4321', '5511987654321'],
  ['0055 11 98765-4321', '5511987654321'],
  ['551187654321', '551187654321'],
  ['55 11 3456-7890', '551134567890'],
  ['+351 912 345 678', '351912345678'],
  ['1 (212) 555-0123', '12125550123'],
  ['351912345678', '351912345678'],
  // Benin before 2024, which is a mobile of Rio de Janeiro's state without its country, too.
  ['22997654321', '22997654321'],
])('reads %j', (text, number) => {
  expect(readInternational(text)).toEqual({ number });
});

it.each(['11987654321', '(11) 98765-4321', '011 98765-4321', '55 98765-4321', '11 3456-7890', '98765-4321'])(
  'says of %j that its country is missing',
  text => {
    expect(readInternational(text)).toMatchObject({ problem: 'no-country' });
  },
);

it.each([
  '',
  'abc',
  '1234567',
  '1'.repeat(16),
  '+',
  '++5511987654321',
  '55119876x4321',
  'ramal 12',
  '0000000000',
])('reads no number in %j', text => {
  expect(readInternational(text)).toMatchObject({ problem: 'not-a-number' });
});
