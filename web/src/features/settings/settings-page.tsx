import { Tabs, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsOf, useUser } from '../../api/session-store.ts';
import classes from './settings.module.css';
import { settingsTabs } from './settings-tabs.ts';

const tabs = settingsTabs.map(tab => ({ ...tab, Panel: lazy(tab.load) }));

/** The company's settings, tab by tab. */
const SettingsPage = () => {
  const { t } = useTranslation();
  const settings = settingsOf(useUser());
  const [chosen, setChosen] = useState<string | null>('options');
  const there = tabs.filter(({ isThere }) => !isThere || isThere(settings));
  const shown = there.find(({ id }) => id === chosen) ?? there[0];
  return (
    <div className={classes.page}>
      <Title order={1} fz={18} className={classes.title ?? ''}>
        {t('navigation.settings')}
      </Title>
      <Tabs value={shown?.id ?? null} onChange={setChosen} keepMounted={false} className={classes.tabs ?? ''}>
        <Tabs.List>
          {there.map(({ id }) => (
            <Tabs.Tab key={id} value={id}>
              {t(`settings.tabs.${id}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {there.map(({ id, Panel }) => (
          // Tab comes to a panel that has nothing but text, too: its keys scroll it.
          <Tabs.Panel key={id} value={id} tabIndex={0} className={classes.panel ?? ''}>
            <Suspense>
              <Panel />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
};
export default SettingsPage;
