import { Loader, SegmentedControl, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '#contracts/views.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { showDone } from '../../shared/show-error.ts';
import classes from './connections.module.css';
import { PairingByNumber } from './pairing-by-number.tsx';
import { QrPicture } from './qr-picture.tsx';

type Props = { readonly connection: ConnectionView; readonly onClose: () => void };
type Way = 'qr' | 'number';

/** Pairs a phone: by the code that it scans, or by one that is typed on it. */
const QrDialog = ({ connection, onClose }: Props) => {
  const { t } = useTranslation();
  const { name } = connection;
  const [way, setWay] = useState<Way>('qr');
  useClosing(connection, way, onClose);
  return (
    <Dialog onClose={onClose} title={t('connections.qrCodeOf', { name })}>
      <Stack align="center" gap="md">
        <SegmentedControl
          fullWidth
          w="100%"
          aria-label={t('connections.pairing.how')}
          value={way}
          onChange={chosen => setWay(chosen === 'number' ? 'number' : 'qr')}
          data={[
            { value: 'qr', label: t('connections.pairing.byQr') },
            { value: 'number', label: t('connections.pairing.byNumber') },
          ]}
        />
        {way === 'qr' ? <ByQr connection={connection} /> : <PairingByNumber connection={connection} />}
      </Stack>
    </Dialog>
  );
};
export default QrDialog;

const ByQr = ({ connection: { name, qrcode } }: { connection: ConnectionView }) => {
  const { t } = useTranslation();
  return (
    <>
      {qrcode ? (
        <QrPicture code={qrcode} label={t('connections.qrCodeOf', { name })} />
      ) : (
        <div className={classes.placeholder} role="status">
          <Stack align="center" gap="xs">
            <Loader size="sm" />
            <Text size="sm" c="dimmed">
              {t('connections.waitingForQr')}
            </Text>
          </Stack>
        </div>
      )}
      <Text size="sm" ta="center" maw={320}>
        {t('connections.qrInstruction')}
      </Text>
    </>
  );
};

/**
 * A code that was shown and is gone closes the dialog (specification, core, section 2). Somebody who pairs by number
 * sees no QR code, so there only a paired session does.
 */
const useClosing = ({ name, qrcode, status }: ConnectionView, way: Way, onClose: () => void): void => {
  const { t } = useTranslation();
  const shown = useRef(false);
  const isPaired = status === 'PAIRING' || status === 'CONNECTED';
  useEffect(() => {
    const wasShown = way === 'qr' && shown.current;
    shown.current = way === 'qr' && qrcode !== '';
    if (!isPaired && !(wasShown && !qrcode)) return;
    if (isPaired) showDone(t('connections.paired', { name }));
    onClose();
  }, [qrcode, isPaired, way, name, onClose, t]);
};
