import { Badge } from '@mantine/core';
import { IconLogout2, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '#contracts/users.ts';
import { may } from '#domain/access/may.ts';
import { useUser } from '../../api/session-store.ts';
import { userSource } from '../../api/users.ts';
import { useHistoryAction } from '../../kit/history.ts';
import { RecordPage } from '../../kit/records/record-page.tsx';
import type { RecordColumn } from '../../kit/records/record-table.tsx';
import { RemoveDialog } from '../../kit/records/remove-dialog.tsx';
import type { RecordAction } from '../../kit/records/row-actions.tsx';
import { EndSessionsDialog } from './end-sessions-dialog.tsx';
import { UserForm } from './user-form.tsx';
import classes from './users.module.css';

type Choice =
  | { readonly kind: 'form'; readonly user?: UserRow }
  | { readonly kind: 'remove' | 'sessions'; readonly user: UserRow };

/** The people of the company, who of them is there, and what each may do. */
const UsersPage = () => {
  const { t } = useTranslation();
  const me = useUser();
  const [choice, setChoice] = useState<Choice>();
  const close = useCallback(() => setChoice(undefined), []);
  const columns = useUserColumns(me.id);
  const historyActions = useHistoryAction();
  const actions = (user: UserRow): readonly RecordAction[] => {
    if (user.superAdmin && user.id !== me.id && !may(me, 'user.changeSuperAdmin')) return [];
    const edit = { label: t('records.edit'), icon: IconPencil, run: () => setChoice({ kind: 'form', user }) };
    const sessions = {
      ...{ label: t('users.endSessions'), icon: IconLogout2 },
      run: () => setChoice({ kind: 'sessions', user }),
    };
    const remove = {
      ...{ label: t('records.remove'), icon: IconTrash, isDangerous: true },
      run: () => setChoice({ kind: 'remove', user }),
    };
    const history = historyActions('object', user.id);
    return user.id === me.id ? [edit, ...history, remove] : [edit, sessions, ...history, remove];
  };
  const add = { label: t('users.add'), run: () => setChoice({ kind: 'form' }) };
  return (
    <>
      <RecordPage
        {...{ source: userSource, columns, actions, nameOf }}
        title={t('navigation.users')}
        icon={IconUsers}
        emptyText={t('users.empty')}
        add={may(me, 'user.create') ? add : undefined}
      />
      {choice?.kind === 'form' && <UserForm user={choice.user} onClose={close} />}
      {choice?.kind === 'sessions' && <EndSessionsDialog user={choice.user} onClose={close} />}
      {choice?.kind === 'remove' && (
        <RemoveDialog
          {...{ source: userSource, id: choice.user.id, onClose: close }}
          title={t('users.removeOf', { name: choice.user.name })}
          text={t('users.removes')}
          doneText={t('users.removed')}
        />
      )}
    </>
  );
};
export default UsersPage;

const nameOf = ({ name }: UserRow): string => name;

const useUserColumns = (ownId: string): readonly RecordColumn<UserRow>[] => {
  const { t } = useTranslation();
  return useMemo(
    () => [
      { id: 'name', header: t('users.name'), cell: user => <Person user={user} isMe={user.id === ownId} /> },
      {
        ...{ id: 'email', header: t('users.email') },
        cell: ({ email }) => <span title={email}>{email}</span>,
      },
      {
        ...{ id: 'profile', header: t('users.profile'), width: 'minmax(0, 260px)' },
        cell: user => <Profile user={user} />,
      },
    ],
    [t, ownId],
  );
};

const Person = ({ user: { name, online }, isMe }: { user: UserRow; isMe: boolean }) => {
  const { t } = useTranslation();
  return (
    <span className={classes.person}>
      <span className={classes.name} title={name}>
        {name}
      </span>
      {isMe && <span className={classes.me}>({t('users.you')})</span>}
      {/* Who looks at the list is there, whatever was known when it was asked for. */}
      {(online || isMe) && (
        <span className={classes.sign} role="img" aria-label={t('users.online')} title={t('users.online')} />
      )}
    </span>
  );
};

const Profile = ({ user: { profile, superAdmin, analyst } }: { user: UserRow }) => {
  const { t } = useTranslation();
  const marks = [...(superAdmin ? [t('users.superAdmin')] : []), ...(analyst ? [t('users.analyst')] : [])];
  return (
    <span className={classes.profile}>
      {t(`users.profiles.${profile}`)}
      {marks.map(mark => (
        <Badge key={mark} size="sm" variant="light" color="gray" tt="none" className={classes.mark ?? ''}>
          {mark}
        </Badge>
      ))}
    </span>
  );
};
