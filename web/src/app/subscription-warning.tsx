import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { daysBetween } from '../shared/formats.ts';

const warnBelowDays = 5;

/** Fewer than 5 days left: specification, core, section 4. */
export const SubscriptionWarning = ({ dueDate }: { dueDate: string | null }) => {
  const { t } = useTranslation();
  if (!dueDate) return null;
  const days = daysBetween(new Date(), new Date(dueDate));
  if (days >= warnBelowDays || days < 0) return null;
  const text = t('shell.subscriptionEnds', { count: days });
  return (
    <Badge color="yellow" variant="light" tt="none" title={text} c="light-dark(#7a4b00, #ffd98a)">
      {text}
    </Badge>
  );
};
