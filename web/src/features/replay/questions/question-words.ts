import type { TFunction } from 'i18next';
import type { QuestionsAnswer, QuestionVersion } from '#contracts/questions.ts';
import type { QuestionDefinition } from '#domain/questions/definition.ts';

/** A definition in words: from what to what, of what, by which clock. */
export const definitionText = (
  t: TFunction,
  definition: QuestionDefinition,
  names: QuestionsAnswer['names'],
): string => {
  const { startKind, endKind, queueId, connectionId, attendantId, tagId, clock } = definition;
  const named = (label: string, id: string | null) =>
    id === null ? [] : [`${label}: ${names[id] ?? t('questions.unknown')}`];
  return [
    t('questions.sentence', {
      start: t(`questions.happenings.${startKind}`),
      end: t(`questions.happenings.${endKind}`),
    }),
    ...named(t('questions.groupings.queue'), queueId),
    ...named(t('questions.groupings.connection'), connectionId),
    ...named(t('questions.groupings.attendant'), attendantId),
    ...named(t('questions.tag'), tagId),
    `${t('questions.clock')}: ${t(`questions.${clock}`)}`,
  ].join(' · ');
};

export const percentText = (progress: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(progress);

/** How far a version is; undefined is one that nobody has begun with. */
export const stateText = (t: TFunction, version: QuestionVersion | undefined, language: string): string => {
  const state = version?.state ?? 'waiting';
  return t(`questions.${state}`, { percent: percentText(version?.progress ?? 0, language) });
};
