import { Select, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { QuestionView } from '#contracts/questions.ts';
import { clocks, groupings, happenings } from '#domain/questions/definition.ts';
import { question as record } from '#domain/records/question.ts';
import { questionSource } from '../../../api/questions.ts';
import { tagListQuery } from '../../../api/tags.ts';
import { RecordForm } from '../../../kit/records/record-form.tsx';
import classes from '../forms.module.css';
import { ScopeFields } from '../scope-fields.tsx';

type Props = { readonly question: QuestionView | undefined; readonly onClose: () => void };
type Values = z.input<typeof record.input>;

const blank: Omit<Values, 'computing'> = {
  ...{ name: '', startKind: 'enteredQueue', endKind: 'accepted', clock: 'calendar', grouping: 'month' },
  ...{ queueId: null, connectionId: null, attendantId: null, tagId: null },
};

/** Asks something of all history, or asks it otherwise. */
export const QuestionForm = ({ question, onClose }: Props) => {
  const { t } = useTranslation();
  const { data: tags = [] } = useQuery(tagListQuery);
  const initial: Values = {
    ...blank,
    ...(question && { name: question.name, grouping: question.grouping, ...question.definition }),
    computing: 'yes',
  };
  const chosen = <Word extends string>(words: readonly Word[], texts: string) =>
    words.map(value => ({ value, label: t(`questions.${texts}.${value}`) }));
  return (
    <RecordForm<Values>
      {...{ source: questionSource, id: question?.id, onClose, initial, size: 'lg' }}
      title={question ? t('questions.editOf', { name: question.name }) : t('questions.add')}
      input={record.input}
      fieldOf={{ ERR_QUESTION_ALREADY_EXISTS: 'name' }}
      doneText={t('questions.saved')}
    >
      {form => (
        <>
          <TextInput
            label={t('questions.name')}
            maxLength={60}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <div className={classes.pairWide}>
            {(['startKind', 'endKind'] as const).map(field => (
              <Select
                key={field}
                label={t(`questions.${field}`)}
                data={chosen(happenings, 'happenings')}
                allowDeselect={false}
                {...form.getInputProps(field)}
              />
            ))}
          </div>
          <ScopeFields
            value={{
              queue: form.values.queueId,
              connection: form.values.connectionId,
              attendant: form.values.attendantId,
            }}
            onChange={changed =>
              form.setValues(
                Object.fromEntries(Object.entries(changed).map(([name, id]) => [`${name}Id`, id ?? null])),
              )
            }
          />
          <div className={classes.fields}>
            <Select
              label={t('questions.tag')}
              placeholder={t('eventExport.any')}
              searchable
              clearable
              data={tags.map(({ id, name }) => ({ value: id, label: name }))}
              {...form.getInputProps('tagId')}
            />
            <Select
              label={t('questions.clock')}
              data={clocks.map(value => ({ value, label: t(`questions.${value}`) }))}
              allowDeselect={false}
              {...form.getInputProps('clock')}
            />
            <Select
              label={t('questions.grouping')}
              data={chosen(groupings, 'groupings')}
              allowDeselect={false}
              {...form.getInputProps('grouping')}
            />
          </div>
          <Text size="sm" c="var(--text-meta)">
            {question ? t('questions.changeHint') : t('questions.definition')}
          </Text>
        </>
      )}
    </RecordForm>
  );
};
