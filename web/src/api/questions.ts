import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { commandAnswer } from '#contracts/http.ts';
import {
  type QuestionsAnswer,
  type QuestionVersion,
  questionsAnswer,
  versionAnswer,
} from '#contracts/questions.ts';
import type { Grouping } from '#domain/questions/definition.ts';
import { question } from '#domain/records/question.ts';
import { newCommandId } from '../shared/command-id.ts';
import { download } from '../shared/download.ts';
import { answerKey, questionsKey } from './answers-soon.ts';
import { call, fetchData, openStream } from './http.ts';
import { noteWritten } from './record-rows.ts';

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
  queryKey: questionsKey,
  queryFn: ({ signal }) => fetchData({ path: '/replay/questions', schema: questionsAnswer, signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
  refetchInterval: ({ state: { data } }) => (data && isComputing(data) ? whileComputingMs : liveMs),
});

/** What a version answers so far. */
export const versionQuery = (id: string, by: Grouping) =>
  queryOptions({
    queryKey: [...answerKey, id, by],
    queryFn: ({ signal }) =>
      fetchData({ path: `/replay/questions/versions/${id}`, query: { by }, schema: versionAnswer, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && isUnfinished(data.version) ? whileComputingMs : liveMs,
  });

/** Saves what versions answer as a file. Throws ApiError. */
export const exportAnswer = async (
  { one, other, by }: { readonly one: string; readonly other: string | null; readonly by: Grouping },
  language: string,
): Promise<void> => {
  const search = new URLSearchParams({ by, language, ...(other && { with: other }) });
  const path = `/replay/questions/versions/${one}/answer.csv?${search}`;
  const stream = await openStream(path, new AbortController().signal);
  download('answer.csv', [await new Response(stream).blob()], 'text/csv');
};

/** Stops the computing of a question, or lets it go on where it stood. Throws ApiError. */
export const setComputing = async (
  client: QueryClient,
  id: string,
  computing: 'yes' | 'no',
): Promise<void> => {
  const { position } = await call({
    ...{ method: 'PUT', path: `${question.path}/${id}/computing`, body: { computing } },
    ...{ commandId: newCommandId(), schema: commandAnswer },
  });
  noteWritten(client, question.concept, position);
};
