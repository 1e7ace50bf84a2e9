import { ActionIcon } from '@mantine/core';
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react';
import { Fragment, lazy, type PropsWithChildren, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsOf, useUser } from '../api/session-store.ts';
import { followLanguage } from '../i18n/i18n.ts';
import { LiveProvider } from '../live/live-provider.tsx';
import { OutboxProvider } from '../live/outbox/outbox-provider.tsx';
import { narrowScreen } from '../shared/narrow-screen.ts';
import { untilThere } from '../shared/until-there.ts';
import { AppMenu } from './app-menu.tsx';
import { Attention } from './attention.tsx';
import { Navigation } from './navigation.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { PaletteHost } from './palette-host.tsx';
import classes from './shell.module.css';
import { SubscriptionWarning } from './subscription-warning.tsx';

const NavigationDrawer = lazy(untilThere(() => import('./navigation-drawer.tsx')));

const Shell = ({ children }: PropsWithChildren) => {
  const { t } = useTranslation();
  const user = useUser();
  const { language, timeZone } = settingsOf(user);
  useEffect(() => {
    // A page in another language is better than none.
    void followLanguage(language).catch(() => undefined);
  }, [language]);
  const isNarrow = useMediaQuery(narrowScreen, undefined, { getInitialValueInEffect: false });
  const [open, setOpen] = useLocalStorage({
    key: 'drawer-open',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [drawer, drawerActions] = useDisclosure(false);
  const toggle = (): void => (isNarrow ? drawerActions.toggle() : setOpen(!open));
  const label = open && !isNarrow ? t('shell.closeMenu') : t('shell.openMenu');

  return (
    <LiveProvider>
      <Attention />
      <div className={classes.shell}>
        {!isNarrow && (
          <nav className={classes.rail} data-open={open || undefined} aria-label={t('shell.navigation')}>
            <Navigation open={open} />
          </nav>
        )}
        <div className={classes.body} style={isNarrow ? { gridColumn: '1 / -1' } : undefined}>
          <header className={classes.bar}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={label}
              data-hint={label}
              onClick={toggle}
            >
              {isNarrow ? <IconMenu2 size={20} /> : <IconLayoutSidebarLeftExpand size={20} />}
            </ActionIcon>
            <span className={classes.greeting} title={user.name}>
              {t('shell.greeting', { name: user.name })}
            </span>
            <SubscriptionWarning dueDate={user.company.dueDate} />
            <AppMenu />
          </header>
          <main className={classes.main}>
            <OutboxProvider>
              <Fragment key={timeZone}>{children}</Fragment>
            </OutboxProvider>
          </main>
          <OfflineBar />
        </div>
      </div>
      <PaletteHost />
      {isNarrow && drawer && (
        <Suspense>
          <NavigationDrawer onClose={drawerActions.close} />
        </Suspense>
      )}
    </LiveProvider>
  );
};
export default Shell;
