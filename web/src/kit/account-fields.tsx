import { PasswordInput, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { advisedPasswordLength } from '#contracts/http.ts';

type Props = {
  /** There is no password yet: one is wanted. */
  readonly isNew?: boolean;
  /** Whoever changes the own password or e-mail gives the present password. */
  readonly isOwn: boolean;
  readonly formerEmail?: string | undefined;
  readonly values: { readonly email: string; readonly password: string };
  readonly field: (name: 'name' | 'email' | 'password' | 'currentPassword') => GetInputPropsReturnType;
};

/** Name and e-mail of an account, and a password to be given or changed. */
export const AccountFields = ({ isNew = false, isOwn, formerEmail, values, field }: Props) => {
  const { t } = useTranslation();
  const hasPassword = values.password !== '';
  const hasOtherEmail = values.email.trim().toLowerCase() !== formerEmail;
  const eye = { 'aria-label': t('users.showPassword') };
  return (
    <>
      <TextInput
        label={t('users.name')}
        maxLength={50}
        autoComplete={isOwn ? 'name' : 'off'}
        data-autofocus
        {...field('name')}
      />
      <TextInput
        label={t('users.email')}
        type="email"
        maxLength={200}
        autoComplete={isOwn ? 'email' : 'off'}
        {...field('email')}
      />
      <PasswordInput
        label={isNew ? t('users.password') : t('users.newPassword')}
        description={
          isNew ? t('setup.passwordAdvice', { count: advisedPasswordLength }) : t('users.keepPassword')
        }
        autoComplete="new-password"
        maxLength={50}
        visibilityToggleButtonProps={eye}
        {...field('password')}
      />
      {isOwn && (hasPassword || hasOtherEmail) && (
        <PasswordInput
          label={t('users.currentPassword')}
          description={hasPassword ? t('users.relogin') : t('users.confirmEmail')}
          autoComplete="current-password"
          maxLength={200}
          visibilityToggleButtonProps={eye}
          {...field('currentPassword')}
        />
      )}
    </>
  );
};
