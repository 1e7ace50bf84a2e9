import { Menu } from '@mantine/core';
import { IconCheck, IconLogout } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { logout, useUser } from '../api/session-store.ts';
import { changeLanguage, languages } from '../i18n/i18n.ts';
import { UserButton } from './user-button.tsx';

/** The language and the way out. It is loaded when it is first wanted, and so starts open. */
const UserMenu = () => {
  const { t, i18n } = useTranslation();
  const user = useUser();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu position="bottom-end" width={220} defaultOpened onClose={() => button.current?.focus()}>
      <Menu.Target>
        <UserButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Divider />
        <Menu.Label>{t('shell.language')}</Menu.Label>
        {languages.map(language => (
          <Menu.Item
            key={language}
            lang={language}
            onClick={() => void changeLanguage(language)}
            rightSection={i18n.language === language ? <IconCheck size={16} aria-hidden /> : undefined}
          >
            {languageNames[language]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void logout()}>
          {t('shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
export default UserMenu;

const languageNames = { 'pt-BR': 'Português', en: 'English', es: 'Español' } as const;
