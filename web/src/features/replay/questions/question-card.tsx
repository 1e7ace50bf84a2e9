import { Badge, Button, Group, Progress, Select, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionsAnswer, QuestionVersion, QuestionView } from '#contracts/questions.ts';
import { may } from '#domain/access/may.ts';
import { isUnfinished, setComputing } from '../../../api/questions.ts';
import { useUser } from '../../../api/session-store.ts';
import { showError } from '../../../shared/show-error.ts';
import { definitionText, stateText } from './question-words.ts';
import classes from './questions.module.css';

type Props = {
  readonly question: QuestionView;
  readonly names: QuestionsAnswer['names'];
  /** The version whose answer is shown. */
  readonly shown: string | null;
  readonly onShow: (version: string | null) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
};

/** A question: what it asks, how far its answer is, and its versions. */
export const QuestionCard = ({ question, names, shown, onShow, onEdit, onRemove }: Props) => {
  const { t } = useTranslation();
  const mayChange = may(useUser(), 'question.change');
  const { versions, name } = question;
  const [chosen, setChosen] = useState<string | null>(null);
  const version =
    versions.find(({ id }) => id === (shown ?? chosen)) ??
    versions.find(({ id }) => id === chosen) ??
    versions[0];
  const isShown = version !== undefined && version.id === shown;
  const choose = (id: string | null): void => {
    setChosen(id);
    if (isShown) onShow(id);
  };
  return (
    <article className={classes.card} data-shown={isShown || undefined} aria-label={name}>
      <div className={classes.cardHead}>
        <Text fw={600} className={classes.name ?? ''} title={name}>
          {name}
        </Text>
        {versions.length > 1 && (
          <Select
            size="xs"
            w={124}
            aria-label={t('questions.versionOf', { name })}
            data={versions.map(({ id, number }) => ({
              value: id,
              label: t('questions.versionNumber', { number }),
            }))}
            value={version?.id ?? null}
            onChange={choose}
            allowDeselect={false}
          />
        )}
      </div>
      <Text size="sm">{definitionText(t, version?.definition ?? question.definition, names)}</Text>
      <Standing question={question} version={version} mayChange={mayChange} />
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant={isShown ? 'filled' : 'default'}
          aria-pressed={isShown}
          disabled={!version}
          onClick={() => onShow(isShown || !version ? null : version.id)}
        >
          {t('questions.show')}
        </Button>
        {mayChange && (
          <>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={onEdit}
              aria-label={t('questions.editOf', { name })}
            >
              {t('questions.edit')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              onClick={onRemove}
              aria-label={t('questions.removeOf', { name })}
            >
              {t('questions.remove')}
            </Button>
          </>
        )}
      </Group>
    </article>
  );
};

type StandingProps = {
  readonly question: QuestionView;
  readonly version: QuestionVersion | undefined;
  readonly mayChange: boolean;
};

/** How far it is, and what can be done about that. */
const Standing = ({ question, version, mayChange }: StandingProps) => {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const turn = (computing: 'yes' | 'no'): void => {
    setBusy(true);
    setComputing(client, question.id, computing)
      .catch(showError)
      .finally(() => setBusy(false));
  };
  const state = version?.state ?? 'waiting';
  const isNewest = version === question.versions[0];
  return (
    <div className={classes.standing}>
      <Group gap="xs">
        {state === 'live' ? (
          <Badge variant="light" size="sm" tt="none" className={classes.live ?? ''}>
            {t('questions.live')}
          </Badge>
        ) : (
          <Text size="sm">{stateText(t, version, i18n.language)}</Text>
        )}
        {version && (
          <Text size="sm" c="var(--text-meta)" className="figures">
            {t('questions.answers', { count: version.count })}
          </Text>
        )}
      </Group>
      {isUnfinished({ state }) && (
        <Progress
          value={100 * (version?.progress ?? 0)}
          aria-label={t('questions.computingOf', { name: question.name })}
        />
      )}
      {mayChange && isNewest && state !== 'live' && (
        <Button
          size="compact-sm"
          variant="default"
          loading={isBusy}
          onClick={() => turn(state === 'cancelled' ? 'yes' : 'no')}
        >
          {t(state === 'cancelled' ? 'questions.resume' : 'questions.cancel')}
        </Button>
      )}
    </div>
  );
};
