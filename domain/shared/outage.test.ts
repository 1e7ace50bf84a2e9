import { describe, expect, it } from 'vitest';
import { outageOf } from './outage.ts';

const failed = (name: string, message: string, code?: string) =>
  new Error('the store is unavailable', { cause: Object.assign(new Error(message), { name, code }) });

describe('why a store cannot be used', () => {
  it.each([
    [failed('Error', 'connect ECONNREFUSED ::1:5432', 'ECONNREFUSED'), 'connection refused', false],
    [failed('error', 'the database system is starting up', '57P03'), 'it is starting or stopping', false],
    [
      failed('NotLeaderError', 'Leader info available'),
      'it is not the leader of its cluster, and no leader is known',
      false,
    ],
    [new Error('Failed to discover after 10 attempts.'), 'no leader is known', false],
    [
      failed('error', 'password authentication failed', '28P01'),
      'the account or its password is refused',
      true,
    ],
    [failed('Error', 'wrong version number', 'EPROTO'), 'it does not speak TLS', true],
    [failed('error', 'could not extend file', '53100'), 'its disk is full', false],
  ])('is told in words: %s', (error, reason, lasting) => {
    expect(outageOf(error)).toMatchObject({ reason, lasting });
  });

  it('is told as it is, without addresses of people, when nobody foresaw it', () => {
    const error = new Error('no room for ana@example.com\nand more');
    expect(outageOf(error)).toEqual({ reason: 'no room for …', lasting: false });
  });
});
