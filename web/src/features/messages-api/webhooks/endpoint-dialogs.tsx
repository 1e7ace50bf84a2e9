import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WebhookView } from '#contracts/webhooks.ts';
import { removeWebhook, renewWebhookSecret } from '../../../api/webhooks.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { Dialog } from '../../../shared/dialog.tsx';
import { showDone, showError } from '../../../shared/show-error.ts';
import { useFocusBack } from '../../../shared/use-focus-back.ts';
import { ShownOnce } from '../shown-once.tsx';
import { nameOfWebhook } from './names.ts';

type Props = { readonly webhook: WebhookView; readonly onClose: () => void };

type SecretProps = { readonly secret: string; readonly onClose: () => void };

/** A secret that was just made, this once. */
export const ShownSecret = ({ secret, onClose }: SecretProps) => {
  const { t } = useTranslation();
  return (
    <ShownOnce
      title={t('webhooks.secret')}
      token={secret}
      label={t('webhooks.secret')}
      hint={t('webhooks.once')}
      done={t('webhooks.kept')}
      onClose={onClose}
    />
  );
};

/** Asks before another secret is made, and shows it: it stays until it knows what became of that. */
export const SecretDialog = ({ webhook, onClose }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [endPrevious, setEndPrevious] = useState(false);
  useFocusBack();
  const renew = (): void => {
    setBusy(true);
    void renewWebhookSecret(client, webhook.id, endPrevious).then(setSecret, error => {
      setBusy(false);
      showError(error);
    });
  };
  const { ending } = webhook.secret;
  const close = (): void => {
    if (!isBusy) onClose();
  };
  if (secret) return <ShownSecret secret={secret} onClose={onClose} />;
  return (
    <Dialog onClose={close} title={t('webhooks.renewOf', { name: nameOfWebhook(webhook) })}>
      <Stack>
        <Text size="sm" aria-live="polite">
          {endPrevious ? t('webhooks.endText', { ending }) : t('webhooks.renewText', { ending })}
        </Text>
        <Checkbox
          label={t('webhooks.endPrevious')}
          description={t('webhooks.endPreviousHint')}
          checked={endPrevious}
          onChange={event => setEndPrevious(event.currentTarget.checked)}
          disabled={isBusy}
        />
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close} disabled={isBusy} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button onClick={renew} disabled={isBusy}>
          {isBusy ? t('tickets.confirming') : t('webhooks.renew')}
        </Button>
      </Group>
    </Dialog>
  );
};

export const RemoveDialog = ({ webhook, onClose }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const remove = (): void =>
    void removeWebhook(client, webhook.id).then(() => showDone(t('webhooks.removed')), showError);
  return (
    <ConfirmDialog
      title={t('webhooks.removeOf', { name: nameOfWebhook(webhook) })}
      text={t('webhooks.removeText')}
      action={t('webhooks.remove')}
      onConfirm={remove}
      onClose={onClose}
    />
  );
};
