import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '#contracts/views.ts';
import { removeConnection } from '../../api/connections.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { errorText, showDone } from '../../shared/show-error.ts';

type Props = { readonly connection: ConnectionView; readonly onClose: () => void };

/** Asks before a connection goes, and says at the place why it does not. */
export const DeleteDialog = ({ connection: { id, name }, onClose }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const [sending, setSending] = useState(false);
  const remove = async (): Promise<void> => {
    setSending(true);
    setFailure(undefined);
    try {
      await removeConnection(client, id);
      showDone(t('connections.deleted'));
      onClose();
    } catch (error) {
      setFailure(errorText(error));
      setSending(false);
    }
  };
  return (
    <Dialog onClose={onClose} title={t('connections.deleteOf', { name })}>
      <Stack gap="sm">
        <Text size="sm">{t('connections.confirmDelete')}</Text>
        <Text size="sm" c="dimmed">
          {t('connections.deleteConsequence')}
        </Text>
        {failure && (
          <Alert color="red" role="alert" p="sm">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common.cancel')}
          </Button>
          <Button color="red" loading={sending} onClick={() => void remove()}>
            {t('connections.delete')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};
