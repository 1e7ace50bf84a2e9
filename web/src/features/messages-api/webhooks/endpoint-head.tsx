import { ActionIcon, Button } from '@mantine/core';
import { IconArrowLeft, IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { WebhookView } from '#contracts/webhooks.ts';
import { testWebhook } from '../../../api/webhooks.ts';
import { showDone, showError } from '../../../shared/show-error.ts';
import { EndpointState } from './endpoint-columns.tsx';
import { nameOfWebhook } from './names.ts';
import { ResendButton } from './resend-button.tsx';
import classes from './webhooks.module.css';

type Props = {
  readonly webhook: WebhookView;
  readonly onBack: () => void;
  readonly onResend: () => void;
};

/** Which endpoint it is and how it fares, and what can be sent to it. */
export const EndpointHead = ({ webhook, onBack, onResend }: Props) => {
  const { t } = useTranslation();
  const test = useTest(webhook);
  return (
    <>
      <div className={classes.of}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('webhooks.back')} onClick={onBack}>
          <IconArrowLeft size={18} aria-hidden />
        </ActionIcon>
        <span className={classes.endpoint}>
          <h2 className={classes.name}>{nameOfWebhook(webhook)}</h2>
          <span className={classes.url} title={webhook.url}>
            {webhook.url}
          </span>
        </span>
        <EndpointState webhook={webhook} />
      </div>
      <div className={classes.tools}>
        <ResendButton {...{ webhook, onResend, variant: 'default' }} label={t('webhooks.resendPeriod')} />
        {webhook.enabled && (
          <Button leftSection={<IconSend size={16} aria-hidden />} onClick={test}>
            {t('webhooks.test')}
          </Button>
        )}
      </div>
    </>
  );
};

const useTest = ({ id }: WebhookView) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  return (): void => void testWebhook(client, id).then(() => showDone(t('webhooks.testSent')), showError);
};
