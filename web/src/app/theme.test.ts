import { expect, it } from 'vitest';
import { narrowScreen } from '../shared/narrow-screen.ts';
import { theme } from './theme.ts';

it('is green, and narrow below 600 pixels', () => {
  expect(theme.primaryColor).toBe('green');
  expect(narrowScreen).toContain('max-width: 599');
});
