import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type QuestionsAnswer,
  type QuestionVersion,
  type QuestionView,
  questionsAnswer,
  versionAnswer,
} from '#contracts/questions.ts';
import type { Grouping } from '#domain/questions/definition.ts';
import { question } from '#domain/records/question.ts';
import { newCommandId } from '../shared/command-id.ts';
import { fetchData } from './http.ts';
import { recordKey } from './record-key.ts';
import { saveRecord } from './record-rows.ts';

/** By which forms and dialogs save and remove them. */
export const questionSource = { concept: question.concept, path: question.path };

const whileComputingMs = 1_000;
/** Answers are live: new ones come with every ticket. */
const liveMs = 10_000;

/** It waits for its turn, or is computed. */
export const isUnfinished = ({ state }: Pick<QuestionVersion, 'state'>): boolean =>
  state === 'waiting' || state === 'computing';

const isComputing = ({ questions }: QuestionsAnswer): boolean =>
  questions.some(({ versions }) => versions.length === 0 || versions.some(isUnfinished));

/** All questions with their versions. Asked for anew each second while something is computed. */
export const questionsQuery = queryOptions({
  queryKey: recordKey('question', 'asked'),
  queryFn: ({ signal }) => fetchData({ path: '/replay/questions', schema: questionsAnswer, signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
  refetchInterval: ({ state: { data } }) => (data && isComputing(data) ? whileComputingMs : liveMs),
});

/** What a version answers so far. */
export const versionQuery = (id: string, by: Grouping) =>
  queryOptions({
    queryKey: ['question-version', id, by],
    queryFn: ({ signal }) =>
      fetchData({ path: `/replay/questions/versions/${id}`, query: { by }, schema: versionAnswer, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && isUnfinished(data.version) ? whileComputingMs : liveMs,
  });

/** Stops the computing of a question, or lets it go on where it stood. Throws ApiError. */
export const setComputing = async (
  client: QueryClient,
  { id, name, grouping, definition }: QuestionView,
  computing: 'yes' | 'no',
): Promise<void> => {
  const body = { name, grouping, ...definition, computing };
  await saveRecord(client, questionSource, { id, body, commandId: newCommandId() });
};
