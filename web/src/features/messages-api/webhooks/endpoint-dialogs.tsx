import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WebhookView } from '#contracts/webhooks.ts';
import { removeWebhook, renewWebhookSecret } from '../../../api/webhooks.ts';
import { FreshToken } from '../../../kit/fresh-token.tsx';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { Dialog } from '../../../shared/dialog.tsx';
import { showDone, showError } from '../../../shared/show-error.ts';
import { useFocusBack } from '../../../shared/use-focus-back.ts';
import { nameOfWebhook } from './names.ts';

type Props = { readonly webhook: WebhookView; readonly onClose: () => void };

/** A secret that was just made, this once. A click beside it would lose what nobody can show again. */
export const ShownSecret = ({
  secret,
  onClose,
}: {
  readonly secret: string;
  readonly onClose: () => void;
}) => {
  const { t } = useTranslation();
  return (
    <Dialog
      {...{ onClose, title: t('webhooks.secret'), closeOnClickOutside: false, closeOnEscape: false }}
      size="lg"
    >
      <FreshToken token={secret} label={t('webhooks.secret')} hint={t('webhooks.once')} />
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>{t('webhooks.kept')}</Button>
      </Group>
    </Dialog>
  );
};

/** Asks before another secret is made, and shows it. */
export const SecretDialog = ({ webhook, onClose }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useFocusBack();
  const renew = (): void => {
    setBusy(true);
    void renewWebhookSecret(client, webhook.id).then(setSecret, error => {
      setBusy(false);
      showError(error);
    });
  };
  if (secret) return <ShownSecret secret={secret} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={t('webhooks.renewOf', { name: nameOfWebhook(webhook) })}>
      <Text size="sm">{t('webhooks.renewText', { ending: webhook.secret.ending })}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button onClick={renew} disabled={isBusy}>
          {t('webhooks.renew')}
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
