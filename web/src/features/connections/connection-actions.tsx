import { Button, Group } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '#contracts/views.ts';
import { changeConnectionSession, connectionsQuery, type SessionChange } from '../../api/connections.ts';
import { showError } from '../../shared/show-error.ts';

/** The buttons of each status: specification, core, section 2. */
export const ConnectionActions = ({ connection }: { connection: ConnectionView }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const change = async (method: SessionChange): Promise<void> => {
    setBusy(true);
    try {
      await changeConnectionSession(connection.id, method);
      await client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const askDisconnect = (): void => {
    modals.openConfirmModal({
      title: t('connections.disconnectOf', { name: connection.name }),
      children: t('connections.confirmDisconnect'),
      labels: { confirm: t('connections.disconnect'), cancel: t('common.cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => void change('DELETE'),
    });
  };

  switch (connection.status) {
    case 'OPENING':
      return (
        <Actions>
          <Button size="compact-sm" variant="default" disabled>
            {t('connections.connecting')}
          </Button>
        </Actions>
      );
    case 'DISCONNECTED':
      return (
        <Actions>
          <Button size="compact-sm" disabled={busy} onClick={() => void change('POST')}>
            {t('connections.tryAgain')}
          </Button>
          <Button size="compact-sm" variant="default" disabled={busy} onClick={() => void change('PUT')}>
            {t('connections.newQr')}
          </Button>
        </Actions>
      );
    case 'qrcode':
      return (
        <Actions>
          <Button size="compact-sm" variant="default" disabled={busy} onClick={() => void change('PUT')}>
            {t('connections.newQr')}
          </Button>
        </Actions>
      );
    case 'CONNECTED':
    case 'PAIRING':
    case 'TIMEOUT':
      return (
        <Actions>
          <Button size="compact-sm" variant="default" disabled={busy} onClick={askDisconnect}>
            {t('connections.disconnect')}
          </Button>
        </Actions>
      );
  }
};

const Actions = ({ children }: { children: ReactNode }) => (
  <Group gap="xs" justify="flex-end" wrap="nowrap">
    {children}
  </Group>
);
