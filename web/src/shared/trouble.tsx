import { Button, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from './api-error.ts';
import { errorText } from './show-error.ts';

type Props = {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** It stands in the middle of its place, where nothing else is shown. */
  readonly isAlone?: boolean;
};

/** A part of the screen that could not be loaded: what happened, and how to try again where that can help. */
export const Trouble = ({ error, onRetry, isAlone = false }: Props) => {
  const { t } = useTranslation();
  // The same question is refused as often as it is asked.
  const isRefused = error instanceof ApiError && [400, 404].includes(error.status);
  const Picture = isRefused ? IconAlertCircle : IconCloudOff;
  return (
    <Stack align="center" justify="center" gap="xs" p="lg" role="alert" h={isAlone ? '100%' : undefined}>
      <Picture size={32} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
      <Text ta="center" size="sm">
        {errorText(error)}
      </Text>
      {!isRefused && (
        <Button variant="default" size="xs" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </Stack>
  );
};
