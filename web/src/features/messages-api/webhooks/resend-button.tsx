import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { WebhookView } from '#contracts/webhooks.ts';

type Props = {
  readonly webhook: Pick<WebhookView, 'enabled'>;
  readonly label: string;
  readonly variant?: 'default' | 'filled';
  readonly onResend: () => void;
};

/** Sends something again, where there is somebody to send it to: else it can be reached, and says why not. */
export const ResendButton = ({ webhook: { enabled }, label, variant = 'filled', onResend }: Props) => {
  const { t } = useTranslation();
  return (
    <Button
      variant={variant}
      leftSection={<IconRefresh size={16} aria-hidden />}
      {...(enabled
        ? { onClick: onResend }
        : { 'aria-disabled': true, mod: { disabled: true }, 'data-hint': t('webhooks.off') })}
    >
      {label}
    </Button>
  );
};
