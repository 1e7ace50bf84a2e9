import { Skeleton } from '@mantine/core';
import { IconBan, IconKey } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKeyView } from '#contracts/api-keys.ts';
import { apiKeysQuery, revokeApiKey } from '../../api/api-keys.ts';
import { useHistoryAction } from '../../kit/history.ts';
import { RecordTable } from '../../kit/records/record-table.tsx';
import type { RecordAction } from '../../kit/records/row-actions.tsx';
import { newCommandId } from '../../shared/command-id.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { Empty } from '../../shared/empty.tsx';
import { showDone, showError } from '../../shared/show-error.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { useLate } from '../../shared/use-late.ts';
import { useKeyColumns } from './keys/key-columns.tsx';
import { KeyDialog } from './keys/key-dialog.tsx';
import { ListIntro, ListPage } from './list-page.tsx';

type Choice = { readonly kind: 'new' } | { readonly kind: 'revoke'; readonly key: ApiKeyView };

/** The company's API keys: what each may, when it was used, and its end. */
export const KeysPage = () => {
  const { t } = useTranslation();
  const [choice, setChoice] = useState<Choice>();
  const close = (): void => setChoice(undefined);
  return (
    <>
      <ListPage
        head={
          <ListIntro
            text={t('apiKeys.intro')}
            action={t('apiKeys.add')}
            onAdd={() => setChoice({ kind: 'new' })}
          />
        }
      >
        <Keys onRevoke={key => setChoice({ kind: 'revoke', key })} />
      </ListPage>
      {choice?.kind === 'new' && <KeyDialog onClose={close} />}
      {choice?.kind === 'revoke' && <RevokeDialog apiKey={choice.key} onClose={close} />}
    </>
  );
};

const Keys = ({ onRevoke }: { readonly onRevoke: (key: ApiKeyView) => void }) => {
  const { t } = useTranslation();
  const { data, error, isFetching, isPending, refetch } = useQuery(apiKeysQuery);
  const late = useLate(isPending);
  const columns = useKeyColumns();
  const historyActions = useHistoryAction();
  const actions = (key: ApiKeyView): readonly RecordAction[] => [
    ...historyActions('actor', key.id),
    ...(key.status === 'revoked'
      ? []
      : [{ label: t('apiKeys.revoke'), icon: IconBan, isDangerous: true, run: () => onRevoke(key) }]),
  ];
  if (error && !data) return <Trouble isAlone error={error} onRetry={() => void refetch()} />;
  if (!data) return late ? <Skeleton h={240} /> : null;
  if (data.length === 0) return <Empty icon={IconKey} text={t('apiKeys.empty')} />;
  return (
    <RecordTable
      {...{ rows: data, count: data.length, columns, actions, nameOf }}
      label={t('apiKeys.label')}
      isBusy={isFetching}
      loadOn={nothingMore}
    />
  );
};

const nameOf = ({ name }: ApiKeyView): string => name;
const nothingMore = (): void => undefined;

type RevokeProps = { readonly apiKey: ApiKeyView; readonly onClose: () => void };

const RevokeDialog = ({ apiKey: { id, name }, onClose }: RevokeProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const revoke = (): Promise<void> =>
    revokeApiKey(client, id, newCommandId()).then(() => showDone(t('apiKeys.revoked')), showError);
  return (
    <ConfirmDialog
      title={t('apiKeys.revokeOf', { name })}
      text={t('apiKeys.revokeText')}
      action={t('apiKeys.revoke')}
      onConfirm={() => void revoke()}
      onClose={onClose}
    />
  );
};
