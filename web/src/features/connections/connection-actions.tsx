import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '#contracts/views.ts';
import type { OpenDialog } from './dialog-choice.ts';
import { useSessionChange } from './use-session-change.ts';

type Props = { readonly connection: ConnectionView; readonly onOpen: OpenDialog };

/** The buttons of each status: specification, core, section 2. */
export const ConnectionActions = ({ connection, onOpen }: Props) => {
  const { t } = useTranslation();
  const { busy, change } = useSessionChange(connection.id);

  switch (connection.status) {
    case 'OPENING':
      return (
        <Button size="compact-sm" fz="xs" variant="default" disabled>
          {t('connections.connecting')}
        </Button>
      );
    case 'DISCONNECTED':
      return (
        <>
          <Button size="compact-sm" fz="xs" disabled={busy} onClick={() => void change('POST')}>
            {t('connections.tryAgain')}
          </Button>
          <Button
            size="compact-sm"
            fz="xs"
            variant="default"
            disabled={busy}
            onClick={() => void change('PUT').then(accepted => accepted && onOpen('qr'))}
          >
            {t('connections.newQr')}
          </Button>
        </>
      );
    case 'qrcode':
      return (
        <Button size="compact-sm" fz="xs" onClick={() => onOpen('qr')}>
          {t('connections.qrCode')}
        </Button>
      );
    case 'CONNECTED':
    case 'PAIRING':
    case 'TIMEOUT':
      return (
        <Button size="compact-sm" fz="xs" variant="default" onClick={() => onOpen('disconnect')}>
          {t('connections.disconnect')}
        </Button>
      );
  }
};
