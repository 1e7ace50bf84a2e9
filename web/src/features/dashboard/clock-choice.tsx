import { SegmentedControl, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { clocks } from '#domain/dashboard/metrics.ts';
import type { DashboardFilter } from '../../api/dashboard.ts';
import classes from './dashboard.module.css';
import { Definition } from './figure-card.tsx';

type Props = {
  readonly filter: DashboardFilter;
  readonly onChange: (filter: DashboardFilter) => void;
};

/** Whether durations are those of the calendar, or those within business hours. */
export const ClockChoice = ({ filter, onChange }: Props) => {
  const { t } = useTranslation();
  const { time, ...others } = filter;
  return (
    <div className={classes.clock}>
      <SegmentedControl
        size="xs"
        aria-label={t('dashboard.time.title')}
        value={time ?? 'calendar'}
        onChange={value => onChange(value === 'business' ? { ...others, time: 'business' } : others)}
        data={clocks.map(value => ({ value, label: t(`dashboard.time.${value}`) }))}
      />
      <Definition label={t('dashboard.time.title')} text={t('dashboard.time.definition')} />
      {time === 'business' && (
        <Text size="xs" c="dimmed">
          {t('dashboard.time.note')}
        </Text>
      )}
    </div>
  );
};
