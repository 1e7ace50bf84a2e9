import { Alert, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WebhookView } from '#contracts/webhooks.ts';
import { changeWebhook } from '../../../api/webhooks.ts';
import { showDone, showError } from '../../../shared/show-error.ts';
import classes from './webhooks.module.css';

type Props = { readonly webhook: WebhookView };

/** What it means for deliveries that their endpoint is disabled, and the way out. */
export const DisabledNotice = ({ webhook: { id, waiting } }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const enable = (): void => {
    setBusy(true);
    void changeWebhook(client, id, { enabled: true })
      .then(() => showDone(t('webhooks.enabledNow')), showError)
      .finally(() => setBusy(false));
  };
  return (
    <Alert color="gray" role="note" p="sm">
      <div className={classes.notice}>
        <span>
          {t('webhooks.off')} {waiting > 0 && t('webhooks.offWaiting')}
        </span>
        <Button size="xs" onClick={enable} disabled={isBusy}>
          {t('webhooks.enable')}
        </Button>
      </div>
    </Alert>
  );
};
