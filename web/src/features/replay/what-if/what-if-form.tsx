import { Button, NumberInput, Select, Switch } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WhatIfForm as Form, WhatIfRules } from '#contracts/what-if.ts';
import { type Dimension, type DurationMetric, durationMetrics } from '#domain/dashboard/metrics.ts';
import { periodDays } from '#domain/dashboard/period.ts';
import { longestTargetMinutes } from '#domain/dashboard/what-if.ts';
import type { Hours } from '#domain/shared/schedule.ts';
import { Failure } from '../../../kit/dialog-parts.tsx';
import { areHours, HoursEditor } from '../../../kit/hours/hours-editor.tsx';
import classes from './what-if.module.css';

const names = { queue: 'queueId', connection: 'whatsappId', tag: 'tagId', user: 'userId' } as const;
const kinds = Object.keys(names) as readonly Dimension[];
type Narrowed = Partial<Record<(typeof names)[Dimension], string>>;
type Targets = Partial<Record<DurationMetric, number>>;

type Props = {
  readonly rules: WhatIfRules;
  readonly isBusy: boolean;
  readonly onAsk: (form: Form) => void;
};

/** Of which past, under which hours, with which targets. */
export const WhatIfForm = ({ rules, isBusy, onAsk }: Props) => {
  const { t } = useTranslation();
  const [days, setDays] = useState(30);
  const [narrowed, setNarrowed] = useState<Narrowed>({});
  const [hours, setHours] = useState<Hours>();
  const [targets, setTargets] = useState<Targets>({});
  const [failure, setFailure] = useState<string>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const unfinished = hours !== undefined && !areHours(hours);
    setFailure(unfinished ? t('hours.unfinished') : undefined);
    if (unfinished) return;
    const other = hours && { schedules: [...hours.schedules], holidays: [...hours.holidays] };
    onAsk({ ...narrowed, days, targets, ...(other ? { hours: other } : {}) });
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={t('whatIf.rules')}>
      <div className={classes.fields}>
        <Select
          label={t('dashboard.filter.title')}
          data={periodDays.map(count => ({
            value: String(count),
            label: t('dashboard.filter.lastDays', { count }),
          }))}
          value={String(days)}
          onChange={value => setDays(Number(value))}
          allowDeselect={false}
        />
        {kinds.map(kind => (
          <Select
            key={kind}
            label={t(`dashboard.report.by.${kind}`)}
            placeholder={t(`dashboard.filter.any.${kind}`)}
            data={rules.choices[kind].map(({ id, name, removed }) => ({
              value: id,
              label: removed ? t(`dashboard.gone.${kind}`, { name }) : name,
            }))}
            value={narrowed[names[kind]] ?? null}
            onChange={id => setNarrowed(former => withName(former, names[kind], id))}
            searchable
            clearable
          />
        ))}
      </div>
      <fieldset className={classes.group}>
        <legend>{t('whatIf.targets')}</legend>
        <div className={classes.fields}>
          {durationMetrics.map(metric => (
            <NumberInput
              key={metric}
              label={t(`dashboard.report.metrics.${metric}`)}
              placeholder={t('whatIf.noTarget')}
              suffix={t('whatIf.minutes')}
              min={1}
              max={longestTargetMinutes}
              allowDecimal={false}
              value={targets[metric] ?? ''}
              onChange={value => setTargets(former => withTarget(former, metric, value))}
            />
          ))}
        </div>
      </fieldset>
      <Switch
        label={t('whatIf.otherHours')}
        description={t('whatIf.otherHoursHint')}
        checked={hours !== undefined}
        onChange={event => setHours(event.currentTarget.checked ? rules.hours : undefined)}
      />
      {hours && (
        <div className={classes.hours}>
          <HoursEditor hours={hours} onChange={setHours} />
        </div>
      )}
      <Failure text={failure} />
      <div>
        <Button type="submit" loading={isBusy}>
          {t('whatIf.ask')}
        </Button>
      </div>
    </form>
  );
};

const withName = (former: Narrowed, name: keyof Narrowed, id: string | null): Narrowed => {
  const { [name]: _, ...others } = former;
  return id === null ? others : { ...others, [name]: id };
};

const withTarget = (former: Targets, metric: DurationMetric, value: string | number): Targets => {
  const { [metric]: _, ...others } = former;
  return typeof value === 'number' && value >= 1 ? { ...others, [metric]: value } : others;
};
