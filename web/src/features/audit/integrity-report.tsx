import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { IntegrityAnswer } from '#contracts/integrity.ts';
import type { HistoryFault, HistoryReport } from '#domain/integrity/report.ts';
import { dateAndSeconds } from '../../shared/formats.ts';
import { actionLabel, actorOf, objectOf, sentenceOf } from './entry-text.ts';

type About = IntegrityAnswer['about'];
type Props = { readonly report: HistoryReport; readonly about: About };

/** What a run has found: what is proven by what, and the first event that is not as it was. */
export const IntegrityReport = ({ report, about }: Props) => {
  const { t, i18n } = useTranslation();
  const { outside, signed, fault, keptDiffers } = report;
  const said = ({ sequence, at }: { sequence: number; at: string }) => ({
    sequence,
    at: dateAndSeconds(at, i18n.language),
  });
  return (
    <>
      {fault && <Fault fault={fault} about={about} />}
      {outside && <Text size="sm">{t('integrity.provenOutside', said(outside))}</Text>}
      {signed && <Text size="sm">{t('integrity.provenSigned', said(signed))}</Text>}
      {!outside && !signed && <Text size="sm">{t('integrity.provenNone')}</Text>}
      {keptDiffers && <Text size="sm">{t('integrity.keptDiffers')}</Text>}
    </>
  );
};

const Fault = ({ fault, about }: { fault: HistoryFault; about: About }) => {
  const { t } = useTranslation();
  const { kind, sequence, until, type, eventId, evidence } = fault;
  const place = type
    ? t('integrity.at', { sequence, type: actionLabel(t, type) })
    : t('integrity.between', { sequence, until: until ?? sequence });
  return (
    <>
      <Text fw={600}>{kind === 'unreadable' ? null : place}</Text>
      <Text>{t(`integrity.kinds.${kind}`)}</Text>
      {about && <Entry about={about} />}
      {eventId && (
        <Text size="xs" ff="monospace">
          {eventId}
        </Text>
      )}
      <Text size="sm">{t(`integrity.evidence.${evidence}`)}</Text>
    </>
  );
};

/** What the audit trail says of the event: on what it was, who did it and what. */
const Entry = ({ about: { entry, names } }: { about: NonNullable<About> }) => {
  const { t, i18n } = useTranslation();
  const words = { t, language: i18n.language, names: new Map(names.map(name => [name.id, name])) };
  return (
    <Text size="sm">
      {objectOf(words, entry)} · {dateAndSeconds(entry.at, i18n.language)} · {actorOf(words, entry)}:{' '}
      {sentenceOf(words, entry)}.{' '}
      <Anchor component={Link} to={`/audit?entry=${entry.id}`} size="sm">
        {t('integrity.toEntry')}
      </Anchor>
    </Text>
  );
};
