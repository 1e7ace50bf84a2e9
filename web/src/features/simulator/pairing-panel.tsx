import { Button } from '@mantine/core';
import { IconKeyboard, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '../../shared/show-error.ts';
import { CodeDialog } from './code-dialog.tsx';
import { useWaitingConnections } from './pairing.ts';
import classes from './phone.module.css';
import { isNotPaired, scanQr } from './simulator-actions.ts';
import type { SimulatedPhone } from './simulator-api.ts';

/** How a company's phone is linked: by reading a code that waits, or typing one. Hidden when nothing is to do. */
export const PairingPanel = ({ phone }: { phone: SimulatedPhone }) => {
  const { t } = useTranslation();
  const { mayScan, waiting } = useWaitingConnections();
  const [scanning, setScanning] = useState<string>();
  const [failure, setFailure] = useState('');
  const [typing, setTyping] = useState(false);
  if (phone.connected && waiting.length === 0 && !phone.awaitsCode && !typing) return null;

  const scan = async (id: string, qr: string): Promise<void> => {
    setScanning(id);
    setFailure('');
    try {
      await scanQr(phone.number, qr);
    } catch (error) {
      setFailure(isNotPaired(error) ? t('simulator.pairing.notScanned') : errorText(error));
    } finally {
      setScanning(undefined);
    }
  };
  return (
    <div className={classes.pairing}>
      {!phone.connected && <p role="status">{t('simulator.notConnected')}</p>}
      {waiting.map(({ id, name, qrcode }) => (
        <Button
          key={id}
          fullWidth
          size="xs"
          leftSection={<IconQrcode size={16} aria-hidden />}
          loading={scanning === id}
          title={name}
          onClick={() => void scan(id, qrcode)}
        >
          {t('simulator.pairing.scan', { name })}
        </Button>
      ))}
      {phone.awaitsCode && (
        <Button
          fullWidth
          size="xs"
          variant="default"
          leftSection={<IconKeyboard size={16} aria-hidden />}
          onClick={() => setTyping(true)}
        >
          {t('simulator.pairing.type')}
        </Button>
      )}
      {failure && <p role="alert">{failure}</p>}
      {!phone.connected && waiting.length === 0 && !phone.awaitsCode && (
        <p>
          {mayScan ? (
            <Link to="/connections">{t('simulator.pairing.askForCode')}</Link>
          ) : (
            t('simulator.pairing.admins')
          )}
        </p>
      )}
      {typing && <CodeDialog phone={phone} onClose={() => setTyping(false)} />}
    </div>
  );
};
