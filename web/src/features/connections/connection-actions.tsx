import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '#contracts/views.ts';
import { changeConnectionSession, connectionsQuery, type SessionChange } from '../../api/connections.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { showError } from '../../shared/show-error.ts';

const QrDialog = lazy(() => import('./qr-dialog.tsx'));

/** The buttons of each status: specification, core, section 2. */
export const ConnectionActions = ({ connection }: { connection: ConnectionView }) => {
  const { t } = useTranslation();
  const { busy, change } = useSessionChange(connection.id);
  const [open, setOpen] = useState<'qr' | 'disconnect'>();
  const close = (): void => setOpen(undefined);
  useEffect(() => {
    if (!connection.qrcode) setOpen(shown => (shown === 'qr' ? undefined : shown));
  }, [connection.qrcode]);

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
          <Button size="compact-sm" disabled={!connection.qrcode} onClick={() => setOpen('qr')}>
            {t('connections.qrCode')}
          </Button>
          {open === 'qr' && connection.qrcode && (
            <Suspense>
              <QrDialog name={connection.name} code={connection.qrcode} onClose={close} />
            </Suspense>
          )}
        </Actions>
      );
    case 'CONNECTED':
    case 'PAIRING':
    case 'TIMEOUT':
      return (
        <Actions>
          <Button size="compact-sm" variant="default" disabled={busy} onClick={() => setOpen('disconnect')}>
            {t('connections.disconnect')}
          </Button>
          {open === 'disconnect' && (
            <ConfirmDialog
              title={t('connections.disconnectOf', { name: connection.name })}
              text={t('connections.confirmDisconnect')}
              deed={t('connections.disconnect')}
              onConfirm={() => void change('DELETE')}
              onClose={close}
            />
          )}
        </Actions>
      );
  }
};

const useSessionChange = (connectionId: string) => {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const change = async (method: SessionChange): Promise<void> => {
    setBusy(true);
    try {
      await changeConnectionSession(connectionId, method);
      await client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, change };
};

const Actions = ({ children }: { children: ReactNode }) => (
  <Group gap="xs" justify="flex-end" wrap="nowrap">
    {children}
  </Group>
);
