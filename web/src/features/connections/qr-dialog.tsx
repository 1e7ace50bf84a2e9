import { Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import { Dialog } from '../../shared/dialog.tsx';

type Props = { readonly name: string; readonly code: string; readonly onClose: () => void };

/** The code that pairs a phone. It changes while it is open, and goes when the phone is paired. */
const QrDialog = ({ name, code, onClose }: Props) => {
  const { t } = useTranslation();
  return (
    <Dialog onClose={onClose} title={t('connections.qrCodeOf', { name })}>
      <Stack align="center" gap="md">
        <QrPicture code={code} label={t('connections.qrCodeOf', { name })} />
        <Text size="sm" ta="center" maw={320}>
          {t('connections.qrInstruction')}
        </Text>
      </Stack>
    </Dialog>
  );
};
export default QrDialog;

/** Dark on white in any colour scheme: cameras do not read it the other way round. */
const QrPicture = ({ code, label }: { code: string; label: string }) => {
  const { size, path } = useMemo(() => drawn(code), [code]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={280}
      height={280}
      style={{ maxWidth: '100%', height: 'auto', borderRadius: 8 }}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      data-testid="qrcode"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};

const drawn = (code: string): { size: number; path: string } => {
  const { data, size } = encode(code, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: squares.join('') };
};
