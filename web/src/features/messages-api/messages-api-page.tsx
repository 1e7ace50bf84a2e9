import { useTranslation } from 'react-i18next';
import { lazyTabs, TabbedPage } from '../../kit/tabs/tabbed-page.tsx';
import { useTabAddress } from '../../kit/tabs/use-tab-address.ts';
import { messagesApiTabs } from './messages-api-tabs.ts';

const tabs = lazyTabs(messagesApiTabs);

/** How programs write and listen in the company's name: what to call, with which key, and who is told. */
const MessagesApiPage = () => {
  const { t } = useTranslation();
  return (
    <TabbedPage
      title={t('navigation.messagesApi')}
      label={t('messagesApi.tabs.label')}
      tabs={tabs}
      {...useTabAddress(messagesApiTabs)}
      nameOf={id => t(`messagesApi.tabs.${id}`)}
    />
  );
};
export default MessagesApiPage;
