import { ActionIcon, Avatar, Menu, Tooltip, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconBell, IconCheck, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { logout, useUser } from '../features/session/session-store.ts';
import { changeLanguage, languages } from '../i18n/i18n.ts';
import { useDesktopNotifications } from '../live/desktop-notifications.ts';
import { initials } from '../shared/formats.ts';

/** What belongs to the person in front of the screen: notifications, colours, language, the way out. */
export const AppMenu = () => {
  const { t, i18n } = useTranslation();
  const user = useUser();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isDark =
    colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  const scheme = isDark ? t('shell.lightScheme') : t('shell.darkScheme');
  const notifications = useDesktopNotifications();

  return (
    <>
      {notifications.canAsk && (
        <Tooltip label={t('shell.allowNotifications')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('shell.allowNotifications')}
            onClick={notifications.ask}
          >
            <IconBell size={20} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={scheme}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={scheme}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? <IconSun size={20} stroke={1.6} /> : <IconMoon size={20} stroke={1.6} />}
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <UnstyledButton
            aria-label={t('shell.userMenu', { name: user.name })}
            style={{ borderRadius: '50%' }}
          >
            <Avatar size={32} color="green" alt="">
              {initials(user.name)}
            </Avatar>
          </UnstyledButton>
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
    </>
  );
};

const languageNames = { 'pt-BR': 'Português', en: 'English', es: 'Español' } as const;
