import { Badge } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeliveryView } from '#contracts/webhooks.ts';
import type { RecordColumn } from '../../../kit/records/record-table.tsx';
import { clockTime, dateAndTime, daysBetween } from '../../../shared/formats.ts';
import classes from './webhooks.module.css';

/** What the list says of a delivery, to an endpoint that is enabled or not. */
export const useDeliveryColumns = (enabled: boolean): readonly RecordColumn<DeliveryView>[] => {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    const when = (at: string | null): string => (at ? dateAndTime(at, i18n.language) : '–');
    return [
      {
        ...{ id: 'type', header: t('webhooks.event'), width: 'minmax(0, 1.4fr)' },
        cell: ({ type }) => <span title={type}>{t(`webhooks.types.${type}`)}</span>,
      },
      {
        ...{ id: 'when', header: t('webhooks.happened'), width: '176px' },
        cell: ({ happenedAt }) => when(happenedAt),
      },
      {
        ...{ id: 'status', header: t('webhooks.state'), width: '128px' },
        cell: delivery => <DeliveryBadge delivery={delivery} />,
      },
      {
        ...{ id: 'answer', header: t('webhooks.answer') },
        cell: delivery => answerText(t, delivery),
      },
      {
        ...{ id: 'next', header: t('webhooks.tries'), width: 'minmax(0, 1.2fr)' },
        cell: delivery => triesText(t, delivery, { enabled, language: i18n.language }),
      },
    ];
  }, [t, i18n.language, enabled]);
};

type Shown = { readonly enabled: boolean; readonly language: string };

/** How often it was tried, and when the next try is, if there is to be one. */
export const triesText = (t: TFunction, delivery: DeliveryView, { enabled, language }: Shown): string => {
  const { tries, nextTryAt } = delivery;
  const count = t('webhooks.tryCount', { count: tries });
  if (!enabled || !nextTryAt || tries === 0) return count;
  return `${count} · ${t('webhooks.next', { when: soonTime(nextTryAt, language) })}`;
};

/** The time alone where it is today. */
const soonTime = (at: string, language: string): string =>
  daysBetween(new Date(), new Date(at)) === 0 ? clockTime(at, language) : dateAndTime(at, language);

const colors = { waiting: 'gray', delivered: 'green', failed: 'red' } as const;

export const DeliveryBadge = ({ delivery: { status } }: { readonly delivery: DeliveryView }) => {
  const { t } = useTranslation();
  return (
    <Badge
      variant="light"
      radius="sm"
      size="sm"
      tt="none"
      color={colors[status]}
      className={classes.badge ?? ''}
    >
      {t(`webhooks.statuses.${status}`)}
    </Badge>
  );
};

/** What came back, and how soon; or why nothing did. */
export const answerText = (t: TFunction, delivery: DeliveryView): string => {
  const { answered, milliseconds, problem } = delivery;
  if (answered !== null) return `HTTP ${answered} · ${milliseconds} ms`;
  return problem ? t(`webhooks.problems.${problem}`) : t('webhooks.notYet');
};
