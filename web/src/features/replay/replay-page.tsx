import { Skeleton, Tabs, Title } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { untilThere } from '../../shared/until-there.ts';
import { useLate } from '../../shared/use-late.ts';
import classes from './replay.module.css';
import { replayTabs } from './replay-tabs.ts';

const tabs = replayTabs.map(tab => ({ ...tab, Panel: lazy(untilThere(tab.load)) }));

/** The company's past, looked at in several ways: each a tab with an address of its own. */
const ReplayPage = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shown = replayTabs.find(({ to }) => to === pathname) ?? replayTabs[0];
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector(`[data-tab="${shown.id}"]`);
    chosen?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown.id]);
  return (
    <div className={classes.page}>
      <Title order={1} fz={18} className={classes.title ?? ''}>
        {t('navigation.replay')}
      </Title>
      <Tabs
        value={shown.to}
        onChange={to => to && void navigate(to)}
        keepMounted={false}
        className={classes.tabs ?? ''}
      >
        <Tabs.List ref={list} aria-label={t('replay.tabs.label')} className={classes.list ?? ''}>
          {tabs.map(({ id, to }) => (
            <Tabs.Tab key={id} value={to} data-tab={id}>
              {t(`replay.tabs.${id}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ id, to, Panel }) => (
          // Tab comes to a panel that has nothing but text, too: its keys scroll it.
          <Tabs.Panel key={id} value={to} tabIndex={0} className={classes.panel ?? ''}>
            <Suspense fallback={<Waiting />}>
              <Panel />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
};
export default ReplayPage;

const Waiting = () => useLate(true) && <Skeleton h={320} />;
