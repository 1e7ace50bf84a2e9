import { MultiSelect, Select, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { newUserForm, profileChoices, type UserRow, userForm } from '#contracts/users.ts';
import { may } from '#domain/access/may.ts';
import { connectionsQuery } from '../../api/connections.ts';
import { endSession, reloadUser, useUser } from '../../api/session-store.ts';
import { userSource } from '../../api/users.ts';
import { AccountFields } from '../../kit/account-fields.tsx';
import { QueueSelect } from '../../kit/queue-select.tsx';
import { RecordForm } from '../../kit/records/record-form.tsx';

type Props = { readonly user: UserRow | undefined; readonly onClose: () => void };
type Values = z.input<typeof userForm>;
type Form = UseFormReturnType<Values>;

/** Makes or changes a user. Rules and texts: specification, core, sections 5 and 6. */
export const UserForm = ({ user, onClose }: Props) => {
  const { t } = useTranslation();
  const me = useUser();
  const isOwn = user?.id === me.id;
  return (
    <RecordForm<Values>
      {...{ source: userSource, id: user?.id, onClose }}
      title={user ? t('users.editOf', { name: user.name }) : t('users.add')}
      input={user ? userForm : newUserForm}
      initial={initialOf(user)}
      texts={{ email: { invalid: t('users.invalidEmail') } }}
      fieldOf={{
        ...{ ERR_EMAIL_ALREADY_EXISTS: 'email', ERR_WRONG_PASSWORD: 'currentPassword' },
        ERR_LAST_ADMIN: 'profile',
      }}
      andThen={async (_, { password }) => {
        if (isOwn && password !== '') endSession('password');
        else if (isOwn) await reloadUser();
      }}
      doneText={t('users.saved')}
    >
      {form => (
        <>
          <AccountFields
            isNew={user === undefined}
            isOwn={isOwn}
            formerEmail={user?.email}
            values={form.values}
            field={name => form.getInputProps(name)}
          />
          <Rights form={form} had={user?.whatsapps ?? []} />
        </>
      )}
    </RecordForm>
  );
};

const emptyPasswords = { password: '', currentPassword: '' };

const initialOf = (user: UserRow | undefined): Values => ({
  ...{ name: user?.name ?? '', email: user?.email ?? '', profile: user?.profile ?? 'user' },
  ...emptyPasswords,
  queueIds: user?.queues.map(({ id }) => id) ?? [],
  whatsappIds: user?.whatsapps.map(({ id }) => id) ?? [],
  analyst: user?.analyst ?? false,
});

/** What only who may change it sees. */
const Rights = ({ form, had }: { form: Form; had: UserRow['whatsapps'] }) => {
  const { t } = useTranslation();
  const me = useUser();
  const mayProfile = may(me, 'user-modal:editProfile');
  return (
    <>
      {mayProfile && (
        <Select
          label={t('users.profile')}
          data={profileChoices.map(value => ({ value, label: t(`users.profiles.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('profile')}
        />
      )}
      {may(me, 'user-modal:editQueues') && (
        <>
          <QueueSelect description={t('users.queuesHint')} {...form.getInputProps('queueIds')} />
          <ConnectionSelect form={form} had={had} />
        </>
      )}
      {mayProfile && (
        <Switch
          label={t('users.analyst')}
          description={t('users.analystHint')}
          {...form.getInputProps('analyst', { type: 'checkbox' })}
        />
      )}
    </>
  );
};

/**
 * Where somebody works. A connection that was removed stays chosen until it is taken away: without it the limit would
 * be gone with the next change of something else.
 */
const ConnectionSelect = ({ form, had }: { form: Form; had: UserRow['whatsapps'] }) => {
  const { t } = useTranslation();
  const { data: connections } = useQuery(connectionsQuery);
  const isThere = (id: string): boolean => connections?.some(each => each.id === id) ?? true;
  const gone = connections ? had.filter(({ id }) => !isThere(id)) : had;
  const chosen = form.values.whatsappIds;
  const isNone = chosen.length > 0 && !chosen.some(isThere);
  return (
    <MultiSelect
      label={t('users.connections')}
      description={isNone ? t('users.connectionsGone') : t('users.connectionsHint')}
      placeholder={chosen.length === 0 ? t('users.chooseConnections') : ''}
      data={[
        ...(connections ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ...gone.map(({ id, name }) => ({
          value: id,
          label: isThere(id) ? name : t('users.removedConnection', { name }),
        })),
      ]}
      searchable
      clearable
      hidePickedOptions
      {...form.getInputProps('whatsappIds')}
    />
  );
};
