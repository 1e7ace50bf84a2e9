import { describe, expect, it } from 'vitest';
import { afterClosing } from './reconnect-policy.ts';

const closing = (code: number | undefined, message = '', failures = 0) => ({ code, message, failures });

describe('after a socket ends', () => {
  it.each([
    [515, 'restart-required'],
    [408, 'connection-lost'],
    [428, 'connection-lost'],
    [503, 'unavailable'],
    [500, 'bad-session'],
    [undefined, 'connection-lost'],
  ])('%s reconnects', (code, reason) => {
    expect(afterClosing(closing(code), 0.5)).toMatchObject({ step: 'reconnect', reason });
  });

  it.each([
    [401, 'logged-out', true, false],
    [403, 'forbidden', false, true],
    [411, 'multi-device-mismatch', false, true],
    [440, 'replaced', false, true],
  ])('%s waits for a person', (code, reason, wipe, alert) => {
    const expected = { step: 'halt', status: 'DISCONNECTED', reason, wipe, alert };
    expect(afterClosing(closing(code), 0.5)).toEqual(expected);
  });

  it('restarts at once after pairing', () => {
    expect(afterClosing(closing(515), 0.9)).toMatchObject({ afterMs: 0 });
  });

  it('gives up when nobody scanned the code, and keeps what it knows', () => {
    const next = afterClosing(closing(408, 'QR refs attempts ended'), 0.5);
    expect(next).toMatchObject({ step: 'halt', status: 'TIMEOUT', wipe: false });
  });

  it('gives up a broken session after three tries', () => {
    expect(afterClosing(closing(500, '', 2), 0.5)).toMatchObject({ step: 'reconnect' });
    expect(afterClosing(closing(500, '', 3), 0.5)).toMatchObject({ step: 'halt', alert: true });
  });

  it('waits longer each time, never over half a minute, never all at once', () => {
    const delays = [0, 1, 2, 3, 4, 5, 6, 7, 50].map(failures => {
      const next = afterClosing(closing(428, '', failures), 0.999);
      return next.step === 'reconnect' ? next.afterMs : Number.NaN;
    });
    expect(delays).toEqual([...delays].sort((a, b) => a - b));
    expect(Math.max(...delays)).toBeLessThanOrEqual(30_000);
    expect(afterClosing(closing(428), 0)).not.toEqual(afterClosing(closing(428), 0.9));
  });
});
