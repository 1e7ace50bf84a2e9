import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Notification } from '#projections/position.ts';
import { startFigureFrames } from './figure-frames.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const setUp = () => {
  const sent: string[] = [];
  let notify: (notified: Notification) => void = () => undefined;
  const stop = startFigureFrames(
    {
      onNotification: (_, listener) => {
        notify = listener;
        return () => undefined;
      },
    },
    {
      companyIds: () => ['one', 'two'],
      send: async (companyId, frames) => {
        sent.push(...frames.map(({ event }) => `${event} to ${companyId}`));
      },
    },
  );
  return {
    sent,
    stop,
    notify: (of: Partial<Notification>) => notify({ position: 1, companyId: null, changes: [], ...of }),
  };
};
const one = 'company-one-dashboard to one';

it('says at once that figures changed, and what comes right after it together', () => {
  const { sent, notify } = setUp();
  notify({ companyId: 'one' });
  expect(sent).toEqual([one]);
  for (let n = 0; n < 100; n += 1) notify({ companyId: 'one' });
  expect(sent).toEqual([one]);
  vi.advanceTimersByTime(400);
  expect(sent).toEqual([one, one]);
  vi.advanceTimersByTime(4_000);
  expect(sent).toEqual([one, one]);
});

it('says nothing when only the position moved, and tells all when a rebuilt copy took over', () => {
  const { sent, notify, stop } = setUp();
  notify({});
  expect(sent).toEqual([]);
  notify({ resync: true });
  expect(sent).toEqual([one, 'company-two-dashboard to two']);
  stop();
});
