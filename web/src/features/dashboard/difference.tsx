import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** How much more or less than in the period before, in words: more is not always better, so it has no colour. */
export const Difference = ({
  now,
  before,
}: {
  readonly now: number | null;
  readonly before: number | null;
}) => {
  const { t, i18n } = useTranslation();
  if (now === null || before === null || before === 0)
    return (
      <Text size="xs" c="dimmed">
        {t('dashboard.report.noBefore')}
      </Text>
    );
  const share = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  }).format((now - before) / before);
  return (
    <Text size="xs" c="dimmed">
      {t('dashboard.report.before', { share })}
    </Text>
  );
};
