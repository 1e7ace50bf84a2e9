import { Avatar, UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../api/session-store.ts';
import { initials } from '../shared/formats.ts';

type Props = UnstyledButtonProps & ComponentPropsWithRef<'button'>;

export const UserButton = (props: Props) => {
  const { t } = useTranslation();
  const user = useUser();
  return (
    <UnstyledButton
      aria-haspopup="menu"
      {...props}
      aria-label={t('shell.userMenu', { name: user.name })}
      style={{ borderRadius: '50%' }}
    >
      <Avatar size={32} color="green" alt="">
        {initials(user.name)}
      </Avatar>
    </UnstyledButton>
  );
};
