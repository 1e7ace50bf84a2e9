import { SegmentedControl, Skeleton } from '@mantine/core';
import { IconEye, IconInbox, IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DeliveryState,
  type DeliveryView,
  deliveryStates,
  type WebhookView,
} from '#contracts/webhooks.ts';
import { deliveriesQuery, resendDelivery } from '../../../api/webhooks.ts';
import { RecordTable } from '../../../kit/records/record-table.tsx';
import type { RecordAction } from '../../../kit/records/row-actions.tsx';
import { Empty } from '../../../shared/empty.tsx';
import { showDone, showError } from '../../../shared/show-error.ts';
import { Trouble } from '../../../shared/trouble.tsx';
import { useLate } from '../../../shared/use-late.ts';
import { ListPage } from '../list-page.tsx';
import { useDeliveryColumns } from './delivery-columns.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DisabledNotice } from './disabled-notice.tsx';
import { EndpointHead } from './endpoint-head.tsx';
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
        head={<EndpointHead webhook={webhook} onBack={onBack} onResend={() => setResending(true)} />}
        filter={
          <>
            {!webhook.enabled && <DisabledNotice webhook={webhook} />}
            <SegmentedControl
              className={classes.filter ?? ''}
              aria-label={t('webhooks.state')}
              value={status}
              onChange={value => setStatus(value as DeliveryState | 'all')}
              data={(['all', ...deliveryStates] as const).map(value => ({
                ...{ value, label: t(`webhooks.filter.${value}`) },
              }))}
            />
          </>
        }
      >
        <Deliveries webhook={webhook} status={status === 'all' ? undefined : status} onOpen={setOpened} />
      </ListPage>
      {opened && (
        <DeliveryDialog webhook={webhook} deliveryId={opened} onClose={() => setOpened(undefined)} />
      )}
      {isResending && <ResendDialog webhook={webhook} onClose={() => setResending(false)} />}
    </>
  );
};

type ListProps = {
  readonly webhook: WebhookView;
  readonly status: DeliveryState | undefined;
  readonly onOpen: (id: string) => void;
};

const Deliveries = ({ webhook: { id: webhookId, enabled }, status, onOpen }: ListProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = useInfiniteQuery(deliveriesQuery(webhookId, status));
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const late = useLate(isPending);
  const columns = useDeliveryColumns(enabled);
  const rows = data?.pages.flatMap(({ deliveries }) => deliveries);
  const nameOf = ({ type }: DeliveryView): string => t(`webhooks.types.${type}`);
  const resend = (id: string): void =>
    void resendDelivery(client, webhookId, id).then(() => showDone(t('webhooks.resent')), showError);
  const actions = ({ id }: DeliveryView): readonly RecordAction[] => [
    { label: t('webhooks.open'), icon: IconEye, run: () => onOpen(id) },
    ...(enabled ? [{ label: t('webhooks.resend'), icon: IconRefresh, run: () => resend(id) }] : []),
  ];
  if (error && !rows) return <Trouble isAlone error={error} onRetry={() => void refetch()} />;
  if (!rows) return late ? <Skeleton h={240} /> : null;
  if (rows.length === 0) return <Empty icon={IconInbox} text={emptyText(t, status, enabled)} />;
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

const emptyText = (t: TFunction, status: DeliveryState | undefined, enabled: boolean): string => {
  if (status) return t('webhooks.noneOfThese');
  return enabled ? t('webhooks.noDeliveries') : t('webhooks.nothingYet');
};
