import { expect, it } from 'vitest';
import { safeError } from './safe-error.ts';

const text = (error: unknown): string => JSON.stringify(safeError(error));

it('what is logged of an error leaves out whatever hangs on it', () => {
  const refused = Object.assign(new Error('duplicate key value violates unique constraint'), {
    ...{ code: '23505', detail: 'Key (number)=(5511987654321) already exists.' },
    event: { data: { body: 'Olá, sou a Clara' } },
  });
  const failed = new Error('cannot fold MessageReceived', { cause: refused });
  expect(text(failed)).toContain('23505');
  expect(text(failed)).toContain('duplicate key');
  expect(text(failed)).not.toMatch(/5511987654321|Clara/);
});

it('addresses of people are left out of messages, and files of packages stay in stacks', () => {
  const error = new Error('no session for 5511987654321:7@s.whatsapp.net, 77001@lid or clara@demo.local');
  error.stack = `${error.message}\n    at call (/srv/node_modules/@eventstore/db-client/dist/index.js:1:2)`;
  expect(text(error)).not.toMatch(/5511987654321|77001|clara/);
  expect(text(error)).toContain('node_modules/@eventstore/db-client');
  expect(text('to clara@demo.local')).not.toContain('clara');
});

it('a value that Postgres refused is neither in the message nor in the stack, also of what it caused', () => {
  const refused = Object.assign(new Error('invalid input syntax for type uuid: "Clara"'), { code: '22P02' });
  expect(text(new Error('cannot fold', { cause: refused }))).toContain('type uuid: …');
  expect(text(new Error('cannot fold', { cause: refused }))).not.toContain('Clara');
});
