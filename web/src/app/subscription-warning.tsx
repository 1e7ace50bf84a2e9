import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { daysToWarnOf } from './days-left.ts';

/** Fewer than 5 days left: specification, core, section 4. */
export const SubscriptionWarning = ({ dueDate }: { dueDate: string | null }) => {
  const { t } = useTranslation();
  const days = daysToWarnOf(dueDate, new Date());
  if (days === null) return null;
  const text = t('shell.subscriptionEnds', { count: days });
  return (
    <Badge color="yellow" variant="light" tt="none" title={text} c="light-dark(#7a4b00, #ffd98a)">
      {text}
    </Badge>
  );
};
