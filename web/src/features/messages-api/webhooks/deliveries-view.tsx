import { ActionIcon, Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconEye, IconInbox, IconRefresh, IconSend } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DeliveryState,
  type DeliveryView,
  deliveryStates,
  type WebhookView,
} from '#contracts/webhooks.ts';
import { deliveriesQuery, resendDelivery, testWebhook } from '../../../api/webhooks.ts';
import { RecordTable } from '../../../kit/records/record-table.tsx';
import type { RecordAction } from '../../../kit/records/row-actions.tsx';
import { Empty } from '../../../shared/empty.tsx';
import { showDone, showError } from '../../../shared/show-error.ts';
import { Trouble } from '../../../shared/trouble.tsx';
import { useLate } from '../../../shared/use-late.ts';
import { ListPage } from '../list-page.tsx';
import { useDeliveryColumns } from './delivery-columns.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { EndpointState } from './endpoint-columns.tsx';
import { nameOfWebhook } from './names.ts';
import { ResendDialog } from './resend-dialog.tsx';
import classes from './webhooks.module.css';

type Props = { readonly webhook: WebhookView; readonly onBack: () => void };

/** What was sent to an endpoint in the last 30 days, and what it answered. */
export const DeliveriesView = ({ webhook, onBack }: Props) => {
  const { t } = useTranslation();
  const [status, setStatus] = useState<DeliveryState | 'all'>('all');
  const [opened, setOpened] = useState<string>();
  const [isResending, setResending] = useState(false);
  return (
    <>
      <ListPage
        head={<Head webhook={webhook} onBack={onBack} onResend={() => setResending(true)} />}
        filter={
          <SegmentedControl
            className={classes.filter ?? ''}
            aria-label={t('webhooks.state')}
            value={status}
            onChange={value => setStatus(value as DeliveryState | 'all')}
            data={(['all', ...deliveryStates] as const).map(value => ({
              ...{ value, label: t(`webhooks.filter.${value}`) },
            }))}
          />
        }
      >
        <Deliveries
          webhookId={webhook.id}
          status={status === 'all' ? undefined : status}
          onOpen={setOpened}
        />
      </ListPage>
      {opened && (
        <DeliveryDialog webhookId={webhook.id} deliveryId={opened} onClose={() => setOpened(undefined)} />
      )}
      {isResending && <ResendDialog webhook={webhook} onClose={() => setResending(false)} />}
    </>
  );
};

type HeadProps = Props & { readonly onResend: () => void };

/** Which endpoint it is and how it fares, and what can be sent to it. */
const Head = ({ webhook, onBack, onResend }: HeadProps) => {
  const { t } = useTranslation();
  const test = useTest(webhook);
  return (
    <>
      <div className={classes.of}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('webhooks.back')} onClick={onBack}>
          <IconArrowLeft size={18} aria-hidden />
        </ActionIcon>
        <span className={classes.endpoint}>
          <h2 className={classes.name}>{nameOfWebhook(webhook)}</h2>
          <span className={classes.url} title={webhook.url}>
            {webhook.url}
          </span>
        </span>
        <EndpointState webhook={webhook} />
      </div>
      <div className={classes.tools}>
        <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onResend}>
          {t('webhooks.resendPeriod')}
        </Button>
        {webhook.enabled && (
          <Button leftSection={<IconSend size={16} aria-hidden />} onClick={test}>
            {t('webhooks.test')}
          </Button>
        )}
      </div>
    </>
  );
};

const useTest = ({ id }: WebhookView) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  return (): void => void testWebhook(client, id).then(() => showDone(t('webhooks.testSent')), showError);
};

type ListProps = {
  readonly webhookId: string;
  readonly status: DeliveryState | undefined;
  readonly onOpen: (id: string) => void;
};

const Deliveries = ({ webhookId, status, onOpen }: ListProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = useInfiniteQuery(deliveriesQuery(webhookId, status));
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const late = useLate(isPending);
  const columns = useDeliveryColumns();
  const rows = data?.pages.flatMap(({ deliveries }) => deliveries);
  const nameOf = ({ type }: DeliveryView): string => t(`webhooks.types.${type}`);
  const actions = ({ id }: DeliveryView): readonly RecordAction[] => [
    { label: t('webhooks.open'), icon: IconEye, run: () => onOpen(id) },
    {
      ...{ label: t('webhooks.resend'), icon: IconRefresh },
      run: () =>
        void resendDelivery(client, webhookId, id).then(() => showDone(t('webhooks.resent')), showError),
    },
  ];
  if (error && !rows) return <Trouble isAlone error={error} onRetry={() => void refetch()} />;
  if (!rows) return late ? <Skeleton h={240} /> : null;
  if (rows.length === 0)
    return <Empty icon={IconInbox} text={status ? t('webhooks.noneOfThese') : t('webhooks.noDeliveries')} />;
  return (
    <RecordTable
      {...{ rows, count: rows.length, columns, actions, nameOf }}
      label={t('webhooks.deliveries')}
      isBusy={isFetchingNextPage}
      loadOn={() => {
        if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
      }}
    />
  );
};
