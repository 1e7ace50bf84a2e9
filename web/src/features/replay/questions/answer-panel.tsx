import { ActionIcon, Button, Select, Skeleton, Text, Title } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionsAnswer, VersionAnswer } from '#contracts/questions.ts';
import { type Grouping, groupings } from '#domain/questions/definition.ts';
import { exportAnswer, versionQuery } from '../../../api/questions.ts';
import { NarrowingSelect } from '../../../kit/narrowing-select.tsx';
import { showError } from '../../../shared/show-error.ts';
import { Trouble } from '../../../shared/trouble.tsx';
import { useComingIntoView } from '../../../shared/use-coming-into-view.ts';
import { useLate } from '../../../shared/use-late.ts';
import { FiguresTable, SplitTable } from './answer-tables.tsx';
import { definitionText, stateText } from './question-words.ts';
import classes from './questions.module.css';

type Props = {
  readonly asked: QuestionsAnswer;
  readonly one: string;
  readonly other: string | null;
  readonly by: Grouping | undefined;
  readonly onCompare: (version: string | null) => void;
  readonly onSplit: (by: Grouping) => void;
  readonly onClose: () => void;
};

/** What one version answers, or two of them beside each other. */
export const AnswerPanel = ({ asked, one, other, by, onCompare, onSplit, onClose }: Props) => {
  const { t } = useTranslation();
  const owner = asked.questions.find(({ versions }) => versions.some(({ id }) => id === one));
  const split = by ?? owner?.grouping ?? 'month';
  const first = useQuery(versionQuery(one, split));
  const second = useQuery({ ...versionQuery(other ?? one, split), enabled: other !== null });
  const names = versionNames(asked, t);
  const place = useComingIntoView(one);
  const title = t('questions.answerOf', { name: names.get(one) ?? '' });
  return (
    <section ref={place} className={classes.answer} aria-label={title}>
      <div className={classes.answerHead}>
        <Title order={2} fz={16} className={classes.answerTitle ?? ''}>
          {title}
        </Title>
        <NarrowingSelect
          className={classes.choice ?? ''}
          label={t('questions.compare')}
          placeholder={t('questions.compareNone')}
          options={[...names].flatMap(([value, label]) => (value === one ? [] : [{ value, label }]))}
          value={other}
          onChange={onCompare}
        />
        <Select
          className={classes.choice ?? ''}
          label={t('questions.grouping')}
          data={groupings.map(value => ({ value, label: t(`questions.groupings.${value}`) }))}
          value={split}
          onChange={value => onSplit(groupings.find(each => each === value) ?? 'none')}
          allowDeselect={false}
        />
        <ExportButton {...{ one, other, by: split }} />
        <ActionIcon
          className={classes.close ?? ''}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('questions.close')}
          onClick={onClose}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      <Answers
        asked={asked}
        split={split}
        columns={[
          { ...first, name: names.get(one) ?? '' },
          ...(other === null ? [] : [{ ...second, name: names.get(other) ?? '' }]),
        ]}
      />
    </section>
  );
};

const ExportButton = (asked: Parameters<typeof exportAnswer>[0]) => {
  const { t, i18n } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const take = (): void => {
    setBusy(true);
    exportAnswer(asked, i18n.language)
      .catch(showError)
      .finally(() => setBusy(false));
  };
  return (
    <Button
      className={classes.export ?? ''}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isBusy}
      onClick={take}
    >
      {t('questions.export')}
    </Button>
  );
};

type Column = {
  readonly data: VersionAnswer | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly name: string;
};

const Answers = ({
  asked,
  split,
  columns,
}: {
  readonly asked: QuestionsAnswer;
  readonly split: Grouping;
  readonly columns: readonly Column[];
}) => {
  const { t, i18n } = useTranslation();
  const failed = columns.find(({ data, error }) => error && !data);
  const answers = columns.flatMap(({ data, name }) => (data ? [{ ...data, name }] : []));
  const isPending = answers.length < columns.length;
  const late = useLate(isPending);
  if (failed) return <Trouble error={failed.error} onRetry={() => void failed.refetch()} />;
  if (isPending) return late ? <Skeleton h={240} /> : null;
  return (
    <>
      {answers.map(({ version, name }) => (
        <div key={version.id}>
          <Text size="sm">
            {answers.length > 1 && <b>{name}: </b>}
            {definitionText(t, version.definition, asked.names)}
          </Text>
          {version.state !== 'live' && (
            <Text size="sm" c="var(--text-meta)">
              {stateText(t, version, i18n.language)}. {t('questions.partial')}
            </Text>
          )}
        </div>
      ))}
      {answers.every(({ total }) => total.count === 0) ? (
        <Text size="sm" c="var(--text-meta)">
          {t('questions.none')}
        </Text>
      ) : (
        <div className={classes.tables} data-two={answers.length > 1 || undefined}>
          <FiguresTable answers={answers} />
          <SplitTable
            title={t('questions.months')}
            by="month"
            answers={answers.map(({ version, name, months }) => ({
              ...{ id: version.id, name },
              rows: months.map(({ month, ...figures }) => ({ ...figures, key: month, name: null })),
            }))}
          />
          {split !== 'none' && split !== 'month' && (
            <SplitTable
              title={t(`questions.groupings.${split}`)}
              by={split}
              answers={answers.map(({ version, name, rows }) => ({ id: version.id, name, rows }))}
            />
          )}
        </div>
      )}
      <Text size="sm" c="var(--text-meta)">
        {t('questions.definition')}
      </Text>
    </>
  );
};

/** Each version by the name of its question; the number where there are several. */
const versionNames = (
  { questions }: QuestionsAnswer,
  t: ReturnType<typeof useTranslation>['t'],
): ReadonlyMap<string, string> =>
  new Map(
    questions.flatMap(({ name, versions }) =>
      versions.map(({ id, number }) => [
        id,
        versions.length > 1 ? `${name} · ${t('questions.versionNumber', { number })}` : name,
      ]),
    ),
  );
