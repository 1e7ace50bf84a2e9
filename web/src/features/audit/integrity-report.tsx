import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { HistoryFault, HistoryReport } from '#domain/integrity/report.ts';
import { dateAndSeconds } from '../../shared/formats.ts';

/** What a run has found: what is proven by what, and the first event that is not as it was. */
export const IntegrityReport = ({ report }: { report: HistoryReport }) => {
  const { t, i18n } = useTranslation();
  const { outside, signed, fault, keptDiffers } = report;
  const said = ({ sequence, at }: { sequence: number; at: string }) => ({
    sequence,
    at: dateAndSeconds(at, i18n.language),
  });
  return (
    <>
      {fault && <Fault fault={fault} />}
      {outside && <Text size="sm">{t('integrity.provenOutside', said(outside))}</Text>}
      {signed && <Text size="sm">{t('integrity.provenSigned', said(signed))}</Text>}
      {!outside && !signed && <Text size="sm">{t('integrity.provenNone')}</Text>}
      {keptDiffers && <Text size="sm">{t('integrity.keptDiffers')}</Text>}
    </>
  );
};

const Fault = ({ fault }: { fault: HistoryFault }) => {
  const { t } = useTranslation();
  const { kind, sequence, until, type, eventId, evidence } = fault;
  const place = type
    ? t('integrity.at', { sequence, type })
    : t('integrity.between', { sequence, until: until ?? sequence });
  return (
    <>
      <Text fw={600}>{kind === 'unreadable' ? null : place}</Text>
      <Text>{t(`integrity.kinds.${kind}`)}</Text>
      {eventId && (
        <Text size="xs" ff="monospace">
          {eventId}
        </Text>
      )}
      <Text size="sm">{t(`integrity.evidence.${evidence}`)}</Text>
    </>
  );
};
