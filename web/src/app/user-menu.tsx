import { Menu } from '@mantine/core';
import { IconCheck, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logout, useUser } from '../api/session-store.ts';
import { changeLanguage, languageNames, languages } from '../i18n/i18n.ts';
import { untilThere } from '../shared/until-there.ts';
import { UserButton } from './user-button.tsx';

const ProfileDialog = lazy(untilThere(() => import('../features/profile/profile-dialog.tsx')));

/** The own profile, the language and the way out. It is loaded when it is first wanted, and so starts open. */
const UserMenu = () => {
  const { t, i18n } = useTranslation();
  const user = useUser();
  const button = useRef<HTMLButtonElement>(null);
  const [isProfileOpen, setProfileOpen] = useState(false);
  const closeProfile = useCallback(() => setProfileOpen(false), []);
  return (
    <>
      <Menu position="bottom-end" width={220} defaultOpened onClose={() => button.current?.focus()}>
        <Menu.Target>
          <UserButton ref={button} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{user.email}</Menu.Label>
          <Menu.Item leftSection={<IconUserCircle size={16} />} onClick={() => setProfileOpen(true)}>
            {t('shell.profile')}
          </Menu.Item>
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
      {isProfileOpen && (
        <Suspense>
          <ProfileDialog onClose={closeProfile} />
        </Suspense>
      )}
    </>
  );
};
export default UserMenu;
