import { IconHistoryOff } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../shared/api-error.ts';
import { Empty } from '../../../shared/empty.tsx';
import { Trouble } from '../../../shared/trouble.tsx';

/** Why the past cannot be shown; a company of which nothing is recorded has none at any instant. */
export const PastTrouble = (props: ComponentProps<typeof Trouble>) => {
  const { t } = useTranslation();
  return isUnrecorded(props.error) ? (
    <Empty icon={IconHistoryOff} text={t('replay.noHistory')} />
  ) : (
    <Trouble {...props} />
  );
};

const isUnrecorded = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'ERR_BEFORE_HISTORY' && error.details.begins === null;
