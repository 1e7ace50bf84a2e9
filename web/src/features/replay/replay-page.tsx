import { useTranslation } from 'react-i18next';
import { lazyTabs, TabbedPage } from '../../kit/tabs/tabbed-page.tsx';
import { useTabAddress } from '../../kit/tabs/use-tab-address.ts';
import { replayTabs } from './replay-tabs.ts';

const tabs = lazyTabs(replayTabs);

/** The company's past, looked at in several ways: each a tab with an address of its own. */
const ReplayPage = () => {
  const { t } = useTranslation();
  return (
    <TabbedPage
      title={t('navigation.replay')}
      label={t('replay.tabs.label')}
      tabs={tabs}
      {...useTabAddress(replayTabs)}
      nameOf={id => t(`replay.tabs.${id}`)}
    />
  );
};
export default ReplayPage;
