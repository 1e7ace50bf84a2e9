import { describe, expect, it } from 'vitest';
import { type FailureKind, isOfTheItem, kindOfFailure, outageOf } from './outage.ts';

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

describe('a failure', () => {
  const coded = (code: string) => Object.assign(new Error('no'), { code });
  const named = (name: string, more: object = {}) => Object.assign(new Error('no'), { name, ...more });

  const cases: readonly (readonly [unknown, FailureKind])[] = [
    ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ENETUNREACH'].map(
      code => [coded(code), 'outage'] as const,
    ),
    ...['08006', '53100', '53300', '57P01', '57P03', '25006', '25P03', '28P01'].map(
      code => [coded(code), 'outage'] as const,
    ),
    [Object.assign(coded('ENOENT'), { syscall: 'connect' }), 'outage'],
    [Object.assign(coded('ENOENT'), { syscall: 'open' }), 'unknown'],
    [coded('UND_ERR_SOCKET'), 'outage'],
    [named('StoreUnavailable'), 'outage'],
    [new Error('Client has encountered a connection error and is not queryable'), 'outage'],
    [new Error('timeout exceeded when trying to connect'), 'outage'],
    ...['40001', '40P01', '55P03', '57014', 'XX000'].map(code => [coded(code), 'race'] as const),
    ...['22P05', '54000'].map(code => [coded(code), 'refused'] as const),
    [named('UnreadableEvent'), 'refused'],
    [named('LostRace'), 'race'],
    [named('StoreRefused', { reason: 'too-large' }), 'refused'],
    [named('StoreRefused', { reason: 'access-denied' }), 'unknown'],
    ...['23505', '42P01', 'ENOENT', 'ERR_INVALID_ARG_TYPE'].map(code => [coded(code), 'unknown'] as const),
    [new Error('anything'), 'unknown'],
    ['no error', 'unknown'],
  ];
  it.each(cases)('%s is of one kind for all who retry: %s', (error, kind) => {
    expect(kindOfFailure(error)).toBe(kind);
  });

  it.each([
    ...['23505', '22P02', '54000', '21000', 'EACCES', 'ERR_INVALID_ARG_TYPE'].map(
      code => [coded(code), true] as const,
    ),
    ...[named('UnreadableEvent'), named('StoreRefused', { reason: 'damaged' }), new TypeError('no')].map(
      error => [error, true] as const,
    ),
    ...['42P01', '42501', 'P0001', '40P01', '57P01', 'ECONNREFUSED'].map(
      code => [coded(code), false] as const,
    ),
    ...[named('LostRace'), named('LogCutShort'), named('StoreRefused', { reason: 'access-denied' })].map(
      error => [error, false] as const,
    ),
  ])('%s is that of what was worked on alone: %s', (error, isIts) => {
    expect(isOfTheItem(error)).toBe(isIts);
  });
});
