import { Button, Select } from '@mantine/core';
import { IconLogout2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { profileForm } from '#contracts/users.ts';
import { endSession, reloadUser, useUser } from '../../api/session-store.ts';
import { endSessions, userSource } from '../../api/users.ts';
import { changeLanguage, isLanguage, languageNames, languages } from '../../i18n/i18n.ts';
import { AccountFields } from '../../kit/account-fields.tsx';
import { RecordForm } from '../../kit/records/record-form.tsx';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { showError } from '../../shared/show-error.ts';

type Props = { readonly onClose: () => void };
type Values = z.input<typeof profileForm>;

/** What everybody changes about themselves: name, e-mail, password, language; and the way out of all devices. */
const ProfileDialog = ({ onClose }: Props) => {
  const { t, i18n } = useTranslation();
  const me = useUser();
  const [isLeaving, setLeaving] = useState(false);
  const [language, setLanguage] = useState<string | null>(i18n.language);
  const afterwards = async ({ password }: Values): Promise<void> => {
    if (language !== i18n.language && isLanguage(language)) await changeLanguage(language);
    if (password !== '') endSession('password');
    else await reloadUser();
  };
  if (isLeaving) return <Leave userId={me.id} onClose={onClose} />;
  return (
    <RecordForm<Values>
      {...{ source: userSource, id: me.id, onClose }}
      title={t('shell.profile')}
      input={profileForm}
      initial={{ name: me.name, email: me.email, password: '', currentPassword: '' }}
      texts={{ email: { invalid: t('users.invalidEmail') } }}
      fieldOf={{ ERR_EMAIL_ALREADY_EXISTS: 'email', ERR_WRONG_PASSWORD: 'currentPassword' }}
      andThen={(_, values) => afterwards(values)}
      doneText={t('users.profileSaved')}
    >
      {form => (
        <>
          <AccountFields
            isOwn
            formerEmail={me.email}
            values={form.values}
            field={name => form.getInputProps(name)}
          />
          <Select
            label={t('shell.language')}
            data={languages.map(value => ({ value, label: languageNames[value] }))}
            allowDeselect={false}
            value={language}
            onChange={setLanguage}
          />
          <Button
            variant="default"
            leftSection={<IconLogout2 size={16} aria-hidden />}
            onClick={() => setLeaving(true)}
          >
            {t('users.everywhere')}
          </Button>
        </>
      )}
    </RecordForm>
  );
};
export default ProfileDialog;

const Leave = ({ userId, onClose }: Props & { readonly userId: string }) => {
  const { t } = useTranslation();
  const leave = async (): Promise<void> => {
    try {
      await endSessions(userId);
      endSession('everywhere');
    } catch (error) {
      showError(error);
    }
  };
  return (
    <ConfirmDialog
      title={t('users.everywhere')}
      text={t('users.everywhereText')}
      action={t('users.everywhere')}
      onConfirm={() => void leave()}
      onClose={onClose}
    />
  );
};
