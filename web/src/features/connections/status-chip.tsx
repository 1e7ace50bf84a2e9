import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ConnectionStatus } from '#domain/connection/events.ts';

const colours: Readonly<Record<ConnectionStatus, string>> = {
  CONNECTED: 'light-dark(#14613b, #8bddab)',
  OPENING: 'light-dark(#7a4b00, #ffd98a)',
  PAIRING: 'light-dark(#7a4b00, #ffd98a)',
  qrcode: 'light-dark(#7a4b00, #ffd98a)',
  TIMEOUT: 'light-dark(#b02525, #ffa8a8)',
  DISCONNECTED: 'light-dark(#b02525, #ffa8a8)',
};

export const StatusChip = ({ status }: { status: ConnectionStatus }) => {
  const { t } = useTranslation();
  return (
    <Badge
      variant="default"
      tt="none"
      miw="max-content"
      c={colours[status]}
      data-status={status}
      leftSection={
        <span
          style={{ display: 'block', width: 8, height: 8, borderRadius: '50%', background: 'currentColor' }}
        />
      }
    >
      {t(`connections.statuses.${status}`)}
    </Badge>
  );
};
