import { useTranslation } from 'react-i18next';
import type { UserRow } from '#contracts/users.ts';
import { endSessions } from '../../api/users.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { showDone, showError } from '../../shared/show-error.ts';

type Props = { readonly user: Pick<UserRow, 'id' | 'name'>; readonly onClose: () => void };

/** Asks before somebody is logged out everywhere. */
export const EndSessionsDialog = ({ user: { id, name }, onClose }: Props) => {
  const { t } = useTranslation();
  const end = async (): Promise<void> => {
    try {
      await endSessions(id);
      showDone(t('users.sessionsEnded'));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <ConfirmDialog
      title={t('users.endSessionsOf', { name })}
      text={t('users.endsSessions')}
      action={t('users.endSessions')}
      onConfirm={() => void end()}
      onClose={onClose}
    />
  );
};
