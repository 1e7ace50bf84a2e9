import { Button, Skeleton, Text } from '@mantine/core';
import { IconPlus, IconZoomQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionView } from '#contracts/questions.ts';
import { may } from '#domain/access/may.ts';
import { mostQuestions } from '#domain/questions/definition.ts';
import { questionSource, questionsQuery } from '../../../api/questions.ts';
import { useUser } from '../../../api/session-store.ts';
import { RemoveDialog } from '../../../kit/records/remove-dialog.tsx';
import { Empty } from '../../../shared/empty.tsx';
import { Trouble } from '../../../shared/trouble.tsx';
import { useLate } from '../../../shared/use-late.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { QuestionCard } from './question-card.tsx';
import { QuestionForm } from './question-form.tsx';
import classes from './questions.module.css';
import { useShown } from './use-shown.ts';

type Opened =
  | { readonly what: 'form'; readonly question: QuestionView | undefined }
  | { readonly what: 'removal'; readonly question: QuestionView };

/** Questions over all history, with their answers. */
export const QuestionsPage = () => {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useQuery(questionsQuery);
  const late = useLate(isPending);
  const mayAsk = may(useUser(), 'question.create');
  const shown = useShown();
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  if (error && !data) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return late ? <Skeleton h={240} /> : null;
  const { questions, names } = data;
  const isFull = questions.length >= mostQuestions;
  const isThere = questions.some(({ versions }) => versions.some(({ id }) => id === shown.one));
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Text size="sm" className={classes.intro ?? ''}>
          {isFull ? t('questions.tooMany', { count: mostQuestions }) : t('questions.intro')}
        </Text>
        {mayAsk && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={isFull}
            onClick={() => setOpened({ what: 'form', question: undefined })}
          >
            {t('questions.add')}
          </Button>
        )}
      </div>
      {questions.length === 0 ? (
        <Empty icon={IconZoomQuestion} text={t('questions.empty')} />
      ) : (
        <section className={classes.list} aria-label={t('questions.list')}>
          {questions.map(question => (
            <QuestionCard
              key={question.id}
              {...{ question, names, shown: shown.one, onShow: shown.show }}
              onEdit={() => setOpened({ what: 'form', question })}
              onRemove={() => setOpened({ what: 'removal', question })}
            />
          ))}
        </section>
      )}
      {shown.one && !isThere && (
        <Text role="alert" size="sm">
          {t('questions.noVersion')}
        </Text>
      )}
      {shown.one && isThere && (
        <AnswerPanel
          asked={data}
          {...{ one: shown.one, other: shown.other, by: shown.by }}
          {...{ onCompare: shown.compare, onSplit: shown.split, onClose: () => shown.show(null) }}
        />
      )}
      {opened?.what === 'form' && <QuestionForm question={opened.question} onClose={close} />}
      {opened?.what === 'removal' && (
        <RemoveDialog
          source={questionSource}
          id={opened.question.id}
          title={t('questions.removeOf', { name: opened.question.name })}
          text={t('questions.removeText')}
          doneText={t('questions.removed')}
          onClose={close}
        />
      )}
    </div>
  );
};
