import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconBellPlus, IconMoon, IconSun } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#domain/access/may.ts';
import { useUser } from '../api/session-store.ts';
import { useDesktopNotifications } from '../live/desktop-notifications.ts';
import { untilThere } from '../shared/until-there.ts';
import { UserButton } from './user-button.tsx';

const loadMenu = () => import('./user-menu.tsx');
const NoticesBell = lazy(untilThere(() => import('./notices-bell.tsx')));
const UserMenu = lazy(untilThere(loadMenu));

/** What belongs to the person in front of the screen: notifications, colours, language, the way out. */
export const AppMenu = () => {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isDark =
    colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  const scheme = isDark ? t('shell.lightScheme') : t('shell.darkScheme');
  const notifications = useDesktopNotifications();
  const hasNotices = may(useUser(), 'notice.list');
  const [menuWanted, setMenuWanted] = useState(false);

  return (
    <>
      {hasNotices && (
        <Suspense fallback={<span style={{ width: 34 }} />}>
          <NoticesBell />
        </Suspense>
      )}
      {notifications.canAsk && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('shell.allowNotifications')}
          data-hint={t('shell.allowNotifications')}
          onClick={notifications.ask}
        >
          <IconBellPlus size={20} stroke={1.6} />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={scheme}
        data-hint={scheme}
        onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      >
        {isDark ? <IconSun size={20} stroke={1.6} /> : <IconMoon size={20} stroke={1.6} />}
      </ActionIcon>
      {menuWanted ? (
        <Suspense fallback={<UserButton />}>
          <UserMenu />
        </Suspense>
      ) : (
        <UserButton
          onPointerEnter={() => void loadMenu()}
          onFocus={() => void loadMenu()}
          onClick={() => setMenuWanted(true)}
        />
      )}
    </>
  );
};
