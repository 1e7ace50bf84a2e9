import { Alert, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type IntegrityAnswer, isOfFile } from '#contracts/integrity.ts';
import type { HistoryFault } from '#domain/integrity/report.ts';
import { fetchCheckpoints, integrityQuery, verifyIntegrity } from '../../api/integrity.ts';
import { download } from '../../shared/download.ts';
import { dateAndSeconds } from '../../shared/formats.ts';
import { showError } from '../../shared/show-error.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { useLate } from '../../shared/use-late.ts';
import { IntegrityReport } from './integrity-report.tsx';

/** Up to where the history is proven to be as it was written, and a run that looks at all of it. */
export const IntegrityPanel = () => {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useQuery(integrityQuery);
  const late = useLate(isPending);
  if (error && !data) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return late ? <Skeleton height={240} /> : null;
  const { run } = data;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('integrity.explanation')}
      </Text>
      <Signed state={data} />
      <Tools state={data} />
      <div aria-live="polite">
        {run?.report ? <Found run={run} about={data.about} /> : <Text>{t('integrity.never')}</Text>}
      </div>
    </Stack>
  );
};

const Signed = ({ state }: { state: IntegrityAnswer }) => {
  const { t, i18n } = useTranslation();
  const { events, signedUpTo, signedAt } = state;
  const open = events - signedUpTo;
  return (
    <div>
      <Text fw={600}>{t('integrity.events', { count: events })}</Text>
      <Text size="sm">
        {signedAt
          ? t('integrity.signedUpTo', { sequence: signedUpTo, at: dateAndSeconds(signedAt, i18n.language) })
          : t('integrity.notSigned')}
      </Text>
      {open > 0 && (
        <Text size="sm" c="dimmed">
          {t('integrity.notYet', { count: open })}
        </Text>
      )}
    </div>
  );
};

const Tools = ({ state: { run, events, checkpoints } }: { state: IntegrityAnswer }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const isVerifying = run !== null && run.endedAt === null;
  const verify = async () => {
    setAsking(true);
    await verifyIntegrity(client).catch(showError);
    setAsking(false);
  };
  const save = async () => {
    try {
      download('checkpoints.jsonl', [await fetchCheckpoints()], 'application/x-ndjson');
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Stack gap="xs">
      <Group>
        <Button onClick={() => void verify()} loading={isAsking || isVerifying}>
          {run?.report ? t('integrity.again') : t('integrity.verify')}
        </Button>
        {checkpoints > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void save()}
          >
            {t('integrity.download')}
          </Button>
        )}
      </Group>
      {isVerifying && (
        <>
          <Progress
            value={events > 0 ? (100 * run.checked) / events : 0}
            aria-label={t('integrity.verify')}
            animated
          />
          <Text size="sm">{t('integrity.verifying', { checked: run.checked, events })}</Text>
        </>
      )}
    </Stack>
  );
};

type FoundProps = { run: NonNullable<IntegrityAnswer['run']>; about: IntegrityAnswer['about'] };

const Found = ({ run, about }: FoundProps) => {
  const { t, i18n } = useTranslation();
  const { report, endedAt, wholeAt } = run;
  if (!report) return null;
  const isSound = report.fault === null;
  const isProven = report.outside !== null || report.signed !== null;
  return (
    <Alert
      color={!isSound ? 'red' : isProven ? 'green' : 'gray'}
      icon={isSound ? <IconShieldCheck aria-hidden /> : <IconShieldX aria-hidden />}
      title={titleOf(t, report.fault, isProven)}
    >
      {endedAt && endedAt !== wholeAt && (
        <Text size="sm">{t('integrity.checkedAt', { at: dateAndSeconds(endedAt, i18n.language) })}</Text>
      )}
      {wholeAt && (
        <Text size="sm">{t('integrity.wholeAt', { at: dateAndSeconds(wholeAt, i18n.language) })}</Text>
      )}
      <IntegrityReport report={report} about={about} />
    </Alert>
  );
};

const titleOf = (t: TFunction, fault: HistoryFault | null, isProven: boolean): string => {
  if (fault) return isOfFile(fault) ? t('integrity.brokenFile') : t('integrity.broken');
  return isProven ? t('integrity.sound') : t('integrity.unproven');
};
