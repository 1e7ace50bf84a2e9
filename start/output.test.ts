import { expect, it } from 'vitest';
import { keepLast } from './output.ts';

const lastOf = (text: string) => {
  const last = keepLast(30);
  for (const line of text.split('\n')) last.push(line);
  return last.text();
};

it('tells of a process that ended by an error what the error said', () => {
  const frames = `    at run (file:///a.ts:1:2)\n\nNode.js v24.21.0`;
  expect(lastOf(`file:///a.ts:1\n  throw it;\n  ^\n\nTypeError: no such thing\n${frames}`)).toBe(
    'TypeError: no such thing',
  );
  expect(
    lastOf(`StoreUnavailable: no connection\n${frames.replace('\n\n', ' {\n  [cause]: x\n}\n\n')}`),
  ).toBe('StoreUnavailable: no connection');
  expect(lastOf(`the connection did not open in time\n${frames}`)).toBe(
    'the connection did not open in time',
  );
});
