import { expect, it } from 'vitest';
import { fileSize } from './file-size.ts';

it('tells a limit in the megabytes that it was set in', () => {
  expect(fileSize(100 * 1024 * 1024, 'en')).toBe('100 MB');
  expect(fileSize(16 * 1024 * 1024, 'en')).toBe('16 MB');
});

it('tells small files in whole kilobytes, one at least', () => {
  expect(fileSize(10, 'en')).toBe('1 kB');
  expect(fileSize(30_000, 'en')).toBe('29 kB');
  expect(fileSize(1_500_000, 'en')).toBe('1.4 MB');
  expect(fileSize(0, 'en')).toBe('0 kB');
});
