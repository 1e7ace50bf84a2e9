import type { QueryClient } from '@tanstack/react-query';
import { recordKey } from './record-key.ts';

/** All questions with their versions. */
export const questionsKey = recordKey('question', 'asked');
/** What versions answer. */
export const answerKey = ['question-version'] as const;

/** Answers are kept by another follower than figures, a moment later. */
const behindFiguresMs = 2_000;
const soon = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>();

/** The figures have changed: what is shown of questions is asked for anew in two seconds, once for all changes until then. */
export const askAnswersSoon = (client: QueryClient): void => {
  if (soon.has(client)) return;
  const ask = () => {
    soon.delete(client);
    for (const queryKey of [answerKey, questionsKey]) void client.invalidateQueries({ queryKey });
  };
  soon.set(client, setTimeout(ask, behindFiguresMs));
};
