import { Button, Drawer, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionLedger } from '#contracts/connections.ts';
import type { ConnectionView } from '#contracts/views.ts';
import { connectionLedgerQuery, retrySetAside } from '../../api/connections.ts';
import { dateAndTime } from '../../shared/formats.ts';
import { showError } from '../../shared/show-error.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { useFocusBack } from '../../shared/use-focus-back.ts';
import { useLate } from '../../shared/use-late.ts';
import { ConnectionState } from './connection-parts.tsx';
import classes from './connections.module.css';
import { LedgerDays } from './ledger-days.tsx';
import { totalsOf } from './ledger-totals.ts';

type Props = { readonly connection: ConnectionView; readonly onClose: () => void };

/** What became of a connection's messages, and what went wrong. */
const LedgerPanel = ({ connection, onClose }: Props) => {
  const { t } = useTranslation();
  const { data, error, isPending, refetch, dataUpdatedAt } = useQuery(connectionLedgerQuery(connection.id));
  const late = useLate(isPending);
  useFocusBack();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={400}
      title={t('connections.ledger.title', { name: connection.name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      styles={{ title: { fontWeight: 600 } }}
    >
      <Stack gap="lg">
        <ConnectionState connection={connection} />
        {late && <Skeleton height={240} />}
        {error && !data && <Trouble error={error} onRetry={() => void refetch()} />}
        {data && <Ledger ledger={data} connectionId={connection.id} loadedAt={dataUpdatedAt} />}
      </Stack>
    </Drawer>
  );
};
export default LedgerPanel;

type LedgerProps = RetryProps & { readonly ledger: ConnectionLedger };

const Ledger = ({ ledger, ...retry }: LedgerProps) => {
  const { t } = useTranslation();
  const { received, shown, rejected, imported, reasons } = totalsOf(ledger);
  return (
    <>
      <Section title={`${t('connections.ledger.inbound')} · ${t('connections.ledger.period')}`}>
        <div className={classes.figures}>
          <Figure label={t('connections.ledger.received')} value={received} />
          <Figure label={t('connections.ledger.shown')} value={shown} />
          <Figure label={t('connections.ledger.rejected')} value={rejected} />
          <Figure label={t('connections.ledger.waiting')} value={ledger.waiting} />
        </div>
        <Bar shown={shown} rejected={rejected} received={received} />
        {imported > 0 && (
          <Text size="sm" c="dimmed">
            {t('connections.ledger.imported', { count: imported })}
          </Text>
        )}
      </Section>
      {reasons.length > 0 && (
        <Section title={t('connections.ledger.reasons')}>
          {reasons.map(({ reason, count }) => (
            <Group key={reason} justify="space-between" wrap="nowrap" gap="xs">
              <ReasonText reason={reason} />
              <Text size="sm" className="figures">
                {count}
              </Text>
            </Group>
          ))}
          {reasons.some(({ reason }) => reason === 'set-aside') && <TryAgain {...retry} />}
        </Section>
      )}
      <Section title={t('connections.ledger.outbound')}>
        <div className={classes.figures}>
          <Figure label={t('connections.ledger.toSend')} value={ledger.toSend} />
          <Figure label={t('connections.ledger.notSent')} value={ledger.notSent} />
        </div>
      </Section>
      <LastErrors ledger={ledger} />
      <LedgerDays days={ledger.days} />
    </>
  );
};

type RetryProps = {
  readonly connectionId: string;
  /** When these figures came, milliseconds since 1970. */
  readonly loadedAt: number;
};

/** By then what is tried again has come in or been set aside anew. */
const triedWithinMs = 4_000;

/** Messages that could not be taken in are kept whole. */
const TryAgain = ({ connectionId, loadedAt }: RetryProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { mutate, isPending, isSuccess, submittedAt } = useMutation({
    mutationFn: () => retrySetAside(connectionId),
    onSuccess: () => client.invalidateQueries({ queryKey: connectionLedgerQuery(connectionId).queryKey }),
    onError: showError,
  });
  const isTried = isSuccess && loadedAt - submittedAt < triedWithinMs;
  return (
    <Button size="xs" variant="default" loading={isPending} disabled={isTried} onClick={() => mutate()}>
      {isTried ? t('connections.ledger.triedAgain') : t('connections.ledger.tryAgain')}
    </Button>
  );
};

const Section = ({ title, children }: PropsWithChildren<{ title: string }>) => (
  <Stack gap="xs">
    <Title order={2} fz={12} fw={500} c="dimmed">
      {title}
    </Title>
    {children}
  </Stack>
);

const Figure = ({ label, value }: { label: string; value: number }) => {
  const { i18n } = useTranslation();
  return (
    <div className={classes.figure}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fw={600} fz={18}>
        {value.toLocaleString(i18n.language)}
      </Text>
    </div>
  );
};

const Bar = ({ shown, rejected, received }: { shown: number; rejected: number; received: number }) => {
  const share = (count: number) => `${received === 0 ? 0 : (100 * count) / received}%`;
  return (
    <div className={classes.bar} aria-hidden>
      <span className={classes.barShown} style={{ width: share(shown) }} />
      <span className={classes.barRejected} style={{ width: share(rejected) }} />
    </div>
  );
};

const named = new Set([
  ...['no-content', 'group', 'set-aside', 'status', 'broadcast', 'channel', 'protocol', 'vote', 'erased'],
  'ERR_NO_MESSAGE_FOUND',
]);

const ReasonText = ({ reason }: { reason: string }) => {
  const { t } = useTranslation();
  const text = named.has(reason)
    ? t(`connections.rejections.${reason}`)
    : t(`errors.${reason}`, t('connections.rejections.other'));
  return <Text size="sm">{text}</Text>;
};

/** Errors are codes of the product, ends of a session, reasons of a rejection, or WhatsApp's own words. */
const errorIn = (t: TFunction, error: string): string =>
  t([`errors.${error}`, `connections.reasons.${error}`, `connections.rejections.${error}`], error);

const mostErrors = 5;

const LastErrors = ({ ledger: { days } }: { ledger: ConnectionLedger }) => {
  const { t, i18n } = useTranslation();
  const errors = days.filter(({ lastError }) => lastError !== null).slice(0, mostErrors);
  return (
    <Section title={t('connections.ledger.errors')}>
      {errors.length === 0 && <Text size="sm">{t('connections.ledger.noErrors')}</Text>}
      {errors.map(({ day, lastError, lastErrorAt }) => (
        <div key={day}>
          <Text size="xs" c="dimmed" className="figures">
            {lastErrorAt && dateAndTime(lastErrorAt, i18n.language)}
          </Text>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {lastError && errorIn(t, lastError)}
          </Text>
        </div>
      ))}
    </Section>
  );
};
