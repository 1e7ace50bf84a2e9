import { NumberInput, Tabs, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconListTree } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { queue as record } from '#domain/records/queue.ts';
import { defaultHours, type Hours, weekdayNames } from '#domain/shared/schedule.ts';
import { type QueueView, queueSource, queuesQuery } from '../../api/queues.ts';
import { settingsOf, useUser } from '../../api/session-store.ts';
import { HoursEditor } from '../../kit/hours/hours-editor.tsx';
import { RecordForm } from '../../kit/records/record-form.tsx';
import { Empty } from '../../shared/empty.tsx';
import { QueueColorChoice } from './queue-color-choice.tsx';
import { freeColor } from './queue-colors.ts';
import classes from './queues.module.css';

const OptionsEditor = lazy(() => import('./options/options-editor.tsx'));

type Props = { readonly queue: QueueView | undefined; readonly onClose: () => void };
type Values = z.input<typeof record.input>;
type Form = UseFormReturnType<Values>;

/** Makes or changes a queue. Texts and rules: specification, secondary, sections 2 and 5. */
const QueueForm = ({ queue, onClose }: Props) => {
  const { t } = useTranslation();
  const { data: queues, isPending } = useQuery(queuesQuery);
  const hasHours = settingsOf(useUser()).scheduleType === 'queue';
  // Which colours are free is known once all queues are.
  if (isPending) return null;
  const others = (queues ?? []).filter(({ id }) => id !== queue?.id);
  return (
    <RecordForm
      {...{ source: queueSource, id: queue?.id, onClose }}
      size="860px"
      title={queue ? t('queues.editOf', { name: queue.name }) : t('queues.add')}
      input={record.input}
      initial={valuesOf(queue, others, hasHours)}
      fieldOf={{ ERR_QUEUE_COLOR_ALREADY_EXISTS: 'color' }}
      doneText={t('queues.saved')}
    >
      {form => <QueueTabs {...{ form, others, hasHours, id: queue?.id }} />}
    </RecordForm>
  );
};
export default QueueForm;

const valuesOf = (queue: QueueView | undefined, others: readonly QueueView[], hasHours: boolean): Values => {
  const { schedules, holidays } = queue?.schedules.length ? queue : defaultHours;
  return {
    name: queue?.name ?? '',
    color: queue?.color ?? freeColor(others.map(({ color }) => color)),
    orderQueue: queue?.orderQueue ?? 0,
    greetingMessage: queue?.greetingMessage ?? '',
    outOfHoursMessage: queue?.outOfHoursMessage ?? '',
    complationMessage: queue?.complationMessage ?? '',
    ratingMessage: queue?.ratingMessage ?? '',
    ...(hasHours ? { schedules: [...schedules], holidays: [...holidays] } : {}),
  };
};

type FieldsProps = { readonly form: Form; readonly others: readonly QueueView[] };

type TabsProps = FieldsProps & { readonly hasHours: boolean; readonly id: string | undefined };

const QueueTabs = ({ form, others, hasHours, id }: TabsProps) => {
  const { t } = useTranslation();
  const [tab, setTab] = useState<string | null>('data');
  const { schedules, holidays, ...dataErrors } = form.errors;
  const hoursError = schedules ?? holidays;
  const hasDataError = Object.keys(dataErrors).length > 0;
  // A refused form shows the fields that are wrong.
  useEffect(() => {
    if (hasDataError) setTab('data');
    else if (hoursError) setTab('hours');
  }, [hoursError, hasDataError]);
  const { name, greetingMessage: greeting } = form.values;
  return (
    <Tabs value={tab} onChange={setTab}>
      <Tabs.List mb="sm" className={classes.tabs ?? ''}>
        <Tabs.Tab value="data">{t('queues.data')}</Tabs.Tab>
        {hasHours && <Tabs.Tab value="hours">{t('queues.hours')}</Tabs.Tab>}
        <Tabs.Tab value="options">{t('queueMenu.tab')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="data" keepMounted>
        <QueueFields {...{ form, others }} />
      </Tabs.Panel>
      {hasHours && (
        <Tabs.Panel value="hours" keepMounted>
          <QueueHours {...{ form, error: hoursError !== undefined }} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="options" keepMounted={false}>
        {id ? (
          <Suspense>
            <OptionsEditor queue={{ id, name, greeting: greeting ?? '' }} />
          </Suspense>
        ) : (
          <Empty icon={IconListTree} text={t('queueMenu.saveFirst')} />
        )}
      </Tabs.Panel>
    </Tabs>
  );
};

const QueueHours = ({ form, error }: { readonly form: Form; readonly error: boolean }) => {
  const { t } = useTranslation();
  return (
    <>
      <HoursEditor
        hours={hoursIn(form.values)}
        onChange={next => {
          form.setFieldValue('schedules', [...next.schedules]);
          form.setFieldValue('holidays', [...next.holidays]);
        }}
      />
      {error && (
        <p role="alert" className={classes.error}>
          {t('hours.unfinished')}
        </p>
      )}
    </>
  );
};

/** A form may leave out what the rule adds. */
const hoursIn = ({ schedules = [], holidays = [] }: Values): Hours => ({
  schedules: schedules.map(entry => ({ ...entry, weekday: weekdayNames[entry.weekdayEn] })),
  holidays: holidays.map(({ startTime = '00:00', endTime = '00:00', ...holiday }) => ({
    ...{ ...holiday, startTime, endTime },
  })),
});

const area = { autosize: true, minRows: 2, maxRows: 6 } as const;

const QueueFields = ({ form, others }: FieldsProps) => {
  const { t } = useTranslation();
  const { error: colorError } = form.getInputProps('color');
  return (
    <div className={classes.fields}>
      <div className={classes.pair}>
        <TextInput label={t('queues.name')} maxLength={50} data-autofocus {...form.getInputProps('name')} />
        <NumberInput
          label={t('queues.order')}
          min={0}
          max={9_999}
          allowDecimal={false}
          allowNegative={false}
          {...form.getInputProps('orderQueue')}
        />
      </div>
      <QueueColorChoice
        value={form.values.color}
        onChange={color => form.setFieldValue('color', color)}
        error={typeof colorError === 'string' ? colorError : undefined}
        others={others}
      />
      <Textarea {...area} label={t('queues.greeting')} {...form.getInputProps('greetingMessage')} />
      <Textarea {...area} label={t('queues.outOfHours')} {...form.getInputProps('outOfHoursMessage')} />
      <Textarea {...area} label={t('queues.completion')} {...form.getInputProps('complationMessage')} />
      <Textarea
        {...area}
        label={t('queues.rating')}
        description={t('queues.winsOverConnection')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        {...form.getInputProps('ratingMessage')}
      />
    </div>
  );
};
