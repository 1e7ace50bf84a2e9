import { expect, it } from 'vitest';
import { ApiError } from '../shared/api-error.ts';
import { openRefusal } from './other-ticket.ts';

const uuid = '0198a000-0000-7000-8000-000000000001';
const refused = (code: 'ERR_OTHER_OPEN_TICKET' | 'ERR_NO_PERMISSION', details: Record<string, unknown>) =>
  openRefusal(new ApiError({ status: 409, code, details }));

it('leads to the ticket that is open already, and tells whose it is', () => {
  const { other } = refused('ERR_OTHER_OPEN_TICKET', { uuid, userName: 'Bruno' });
  expect(other).toEqual({ uuid, userName: 'Bruno' });
  expect(refused('ERR_OTHER_OPEN_TICKET', { uuid, userName: null }).other).toEqual({ uuid, userName: null });
});

it('leads nowhere for any other reason', () => {
  expect(refused('ERR_NO_PERMISSION', { uuid }).other).toBeUndefined();
  expect(refused('ERR_OTHER_OPEN_TICKET', {}).other).toBeUndefined();
});
