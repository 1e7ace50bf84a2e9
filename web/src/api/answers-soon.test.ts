import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerKey, askAnswersSoon, questionsKey } from './answers-soon.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const isOld = (client: QueryClient) =>
  [[...answerKey, 'v1', 'none'], questionsKey].map(key => client.getQueryState(key)?.isInvalidated);

it('asks for answers anew once, two seconds after the first of several changes, and again after the next', () => {
  const client = new QueryClient();
  const fill = () => {
    client.setQueryData([...answerKey, 'v1', 'none'], {});
    client.setQueryData(questionsKey, {});
  };
  fill();
  askAnswersSoon(client);
  vi.advanceTimersByTime(1_900);
  askAnswersSoon(client);
  expect(isOld(client)).toEqual([false, false]);
  vi.advanceTimersByTime(100);
  expect(isOld(client)).toEqual([true, true]);
  fill();
  vi.advanceTimersByTime(5_000);
  expect(isOld(client)).toEqual([false, false]);
  askAnswersSoon(client);
  vi.advanceTimersByTime(2_000);
  expect(isOld(client)).toEqual([true, true]);
});
