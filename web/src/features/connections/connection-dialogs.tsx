import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '#contracts/views.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import type { DialogChoice, DialogKind } from './dialog-choice.ts';
import { useSessionChange } from './use-session-change.ts';

const ConnectionForm = lazy(() => import('./connection-form.tsx'));
const QrDialog = lazy(() => import('./qr-dialog.tsx'));
const LedgerPanel = lazy(() => import('./ledger-panel.tsx'));

type Props = {
  readonly connections: readonly ConnectionView[];
  readonly choice: DialogChoice;
  readonly onChoose: (choice: DialogChoice | undefined) => void;
};

/** What is open over the list. It shows the connection as it is now, and ends with it. */
export const ConnectionDialogs = ({ connections, choice, onChoose }: Props) => {
  const close = (): void => onChoose(undefined);
  if (choice.kind === 'add') {
    const pair = (connectionId: string): void => onChoose({ kind: 'qr', connectionId });
    return (
      <Suspense>
        <ConnectionForm
          connection={undefined}
          isFirst={connections.length === 0}
          onSaved={pair}
          onClose={close}
        />
      </Suspense>
    );
  }
  const connection = connections.find(({ id }) => id === choice.connectionId);
  return connection ? <DialogOf kind={choice.kind} connection={connection} onClose={close} /> : null;
};

type OfConnection = { readonly connection: ConnectionView; readonly onClose: () => void };

const DialogOf = ({ kind, ...props }: OfConnection & { readonly kind: DialogKind }) => {
  switch (kind) {
    case 'edit':
      return (
        <Suspense>
          <ConnectionForm {...props} isFirst={false} onSaved={props.onClose} />
        </Suspense>
      );
    case 'qr':
      return (
        <Suspense>
          <QrDialog {...props} />
        </Suspense>
      );
    case 'ledger':
      return (
        <Suspense>
          <LedgerPanel {...props} />
        </Suspense>
      );
    case 'delete':
      return <DeleteDialog {...props} />;
    case 'disconnect':
      return <DisconnectDialog {...props} />;
  }
};

const DisconnectDialog = ({ connection: { id, name }, onClose }: OfConnection) => {
  const { t } = useTranslation();
  const { change } = useSessionChange(id);
  return (
    <ConfirmDialog
      title={t('connections.disconnectOf', { name })}
      text={t('connections.confirmDisconnect')}
      action={t('connections.disconnect')}
      onConfirm={() => void change('DELETE')}
      onClose={onClose}
    />
  );
};
