import { describe, expect, it } from 'vitest';
import { errorCodes, errors } from '#domain/shared/errors.ts';
import { LogIsCut, StoreUnavailable } from '#eventstore/types.ts';
import { refusalOf } from './mapper.ts';
import { refuse } from './refusal.ts';

const withCode = (code: string) => Object.assign(new Error('secret detail'), { code });

describe('an error', () => {
  it('of ours keeps its code', () => {
    expect(refusalOf(refuse('ERR_NO_PERMISSION', { action: 'x' }))).toMatchObject({
      code: 'ERR_NO_PERMISSION',
      details: { action: 'x' },
    });
  });
  it('that says something is down is ERR_UNAVAILABLE', () => {
    for (const error of [new StoreUnavailable('down'), withCode('ECONNREFUSED'), withCode('57P01')])
      expect(refusalOf(error).code).toBe('ERR_UNAVAILABLE');
  });
  it('that says there is no room left is ERR_DISK_FULL, of whatever store', () => {
    const full = new StoreUnavailable('the event store has not written: database or disk is full');
    const file = new Error('could not be stored', { cause: withCode('ENOSPC') });
    for (const error of [full, file, withCode('53100'), withCode('25006')])
      expect(refusalOf(error).code).toBe('ERR_DISK_FULL');
  });
  it('that says the log has lost its end is ERR_LOG_INCOMPLETE', () => {
    expect(refusalOf(new LogIsCut(128, 256)).code).toBe('ERR_LOG_INCOMPLETE');
  });
  it('of a media store that is down, or fails, is ERR_UNAVAILABLE; of one that refuses us it is ours', () => {
    const wrapped = new Error('fetch failed', { cause: withCode('ECONNRESET') });
    const answered = (status: number) =>
      Object.assign(new Error('S3 returned'), { name: 'S3ServiceError', status });
    for (const error of [wrapped, new Error('no length', { cause: wrapped }), answered(503)])
      expect(refusalOf(error).code).toBe('ERR_UNAVAILABLE');
    expect(refusalOf(answered(403)).code).toBe('ERR_INTERNAL');
  });
  it('that nobody foresaw is ERR_INTERNAL and tells nothing', () => {
    const refusal = refusalOf(withCode('42703'));
    expect(refusal.code).toBe('ERR_INTERNAL');
    expect(refusal.message).not.toContain('secret');
  });
});

describe('a status', () => {
  it('is 401 only where the client shall log out, or did not log in', () => {
    const loggingOut = errorCodes.filter(code => errors[code].status === 401);
    expect(loggingOut).toEqual(['ERR_INVALID_CREDENTIALS', 'ERR_UNAUTHENTICATED']);
  });
});
