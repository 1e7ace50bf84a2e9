import { Skeleton } from '@mantine/core';
import { IconKey, IconList, IconPencil, IconSend, IconTrash, IconWebhook } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WebhookView } from '#contracts/webhooks.ts';
import { testWebhook, webhooksQuery } from '../../../api/webhooks.ts';
import { useHistoryAction } from '../../../kit/history.ts';
import { RecordTable } from '../../../kit/records/record-table.tsx';
import type { RecordAction } from '../../../kit/records/row-actions.tsx';
import { Empty } from '../../../shared/empty.tsx';
import { showDone, showError } from '../../../shared/show-error.ts';
import { Trouble } from '../../../shared/trouble.tsx';
import { useLate } from '../../../shared/use-late.ts';
import { ListIntro, ListPage } from '../list-page.tsx';
import { useEndpointColumns } from './endpoint-columns.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { RemoveDialog, SecretDialog } from './endpoint-dialogs.tsx';
import { nameOfWebhook } from './names.ts';

type Choice =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'secret' | 'remove'; readonly webhook: WebhookView };

type Props = { readonly onOpen: (id: string) => void };

/** The company's endpoints: what each is told, and whether it hears. */
export const EndpointList = ({ onOpen }: Props) => {
  const { t } = useTranslation();
  const [choice, setChoice] = useState<Choice>();
  const close = (): void => setChoice(undefined);
  return (
    <>
      <ListPage
        head={
          <ListIntro
            text={t('webhooks.intro')}
            action={t('webhooks.add')}
            onAdd={() => setChoice({ kind: 'new' })}
          />
        }
      >
        <Endpoints onOpen={onOpen} onChoose={setChoice} />
      </ListPage>
      {choice?.kind === 'new' && <EndpointDialog onClose={close} />}
      {choice?.kind === 'edit' && <EndpointDialog webhook={choice.webhook} onClose={close} />}
      {choice?.kind === 'secret' && <SecretDialog webhook={choice.webhook} onClose={close} />}
      {choice?.kind === 'remove' && <RemoveDialog webhook={choice.webhook} onClose={close} />}
    </>
  );
};

type ListProps = Props & { readonly onChoose: (choice: Choice) => void };

const Endpoints = ({ onOpen, onChoose }: ListProps) => {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useQuery(webhooksQuery);
  const late = useLate(isPending);
  const columns = useEndpointColumns();
  const actions = useActions({ onOpen, onChoose });
  if (error && !data) return <Trouble isAlone error={error} onRetry={() => void refetch()} />;
  if (!data) return late ? <Skeleton h={240} /> : null;
  if (data.length === 0) return <Empty icon={IconWebhook} text={t('webhooks.empty')} />;
  return (
    <RecordTable
      {...{ rows: data, count: data.length, columns, actions, nameOf: nameOfWebhook }}
      label={t('webhooks.label')}
      buttons={3}
      isBusy={isPending}
      loadOn={nothingMore}
    />
  );
};

const nothingMore = (): void => undefined;

const useActions = ({ onOpen, onChoose }: ListProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const historyActions = useHistoryAction();
  return (webhook: WebhookView): readonly RecordAction[] => {
    const test = () =>
      void testWebhook(client, webhook.id).then(() => {
        showDone(t('webhooks.testSent'));
        onOpen(webhook.id);
      }, showError);
    const choose = (kind: 'edit' | 'secret' | 'remove') => () => onChoose({ kind, webhook });
    return [
      { label: t('webhooks.deliveries'), icon: IconList, run: () => onOpen(webhook.id) },
      { label: t('webhooks.edit'), icon: IconPencil, run: choose('edit') },
      ...(webhook.enabled ? [{ label: t('webhooks.test'), icon: IconSend, isRare: true, run: test }] : []),
      { label: t('webhooks.renew'), icon: IconKey, isRare: true, run: choose('secret') },
      ...historyActions('object', webhook.id).map(action => ({ ...action, isRare: true })),
      {
        label: t('webhooks.remove'),
        icon: IconTrash,
        isRare: true,
        isDangerous: true,
        run: choose('remove'),
      },
    ];
  };
};
