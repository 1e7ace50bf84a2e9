import { expect, it } from 'vitest';
import { addressWithoutNul, jsonWithoutNul } from './no-nul.ts';

it.each(['a\0b', '\0', '\\\0', '\\\\\0\0', 'u0000', '\\u0000', '\\\\u0000', 'plain'])(
  'takes the character 0, and nothing else, out of %j',
  text => {
    const sent = JSON.stringify({ [text]: [text] });
    const clean = text.replaceAll('\0', '\ufffd');
    expect(JSON.parse(jsonWithoutNul(sent))).toEqual({ [clean]: [clean] });
  },
);

it('takes it out of addresses', () => {
  expect(addressWithoutNul('/api/tags?searchParam=a%00b%2500')).toBe(
    '/api/tags?searchParam=a%EF%BF%BDb%2500',
  );
});
