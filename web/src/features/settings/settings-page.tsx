import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsOf, useUser } from '../../api/session-store.ts';
import { lazyTabs, TabbedPage } from '../../kit/tabs/tabbed-page.tsx';
import { settingsTabs } from './settings-tabs.ts';

const tabs = lazyTabs(settingsTabs);

/** The company's settings, tab by tab. */
const SettingsPage = () => {
  const { t } = useTranslation();
  const settings = settingsOf(useUser());
  const [chosen, setChosen] = useState('options');
  const there = tabs.filter(({ isThere }) => !isThere || isThere(settings));
  const shown = there.find(({ id }) => id === chosen) ?? there[0];
  return (
    <TabbedPage
      title={t('navigation.settings')}
      tabs={there}
      shown={shown?.id}
      onChoose={setChosen}
      nameOf={id => t(`settings.tabs.${id}`)}
    />
  );
};
export default SettingsPage;
