import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { typingTeller } from './typing-teller.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const setUp = () => {
  const said: boolean[] = [];
  return { said, teller: typingTeller(typing => said.push(typing)) };
};

describe('who writes', () => {
  it('says so once however many keys are pressed', () => {
    const { said, teller } = setUp();
    for (let key = 0; key < 20; key += 1) teller.typing();
    expect(said).toEqual([true]);
  });
  it('says it again while they go on', () => {
    const { said, teller } = setUp();
    for (let key = 0; key < 8; key += 1) {
      teller.typing();
      vi.advanceTimersByTime(1_000);
    }
    expect(said).toEqual([true, true, true]);
  });
  it('says that they stopped when no key follows', () => {
    const { said, teller } = setUp();
    teller.typing();
    vi.advanceTimersByTime(4_500);
    expect(said).toEqual([true, false]);
  });
  it('says that they stopped once, and only if they wrote', () => {
    const { said, teller } = setUp();
    teller.stop();
    teller.typing();
    teller.stop();
    teller.stop();
    vi.advanceTimersByTime(10_000);
    expect(said).toEqual([true, false]);
  });
});
