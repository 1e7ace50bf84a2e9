import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../live/use-filters.ts';
import { badgeCount } from '../../shared/formats.ts';
import { type ListProps, TicketList } from './ticket-list.tsx';
import classes from './tickets.module.css';
import { type SubTab, subTabs, useTabCounts } from './use-tab-counts.ts';

type Props = ListProps & {
  readonly filters: Filters;
  readonly subTab: SubTab;
  readonly onSubTab: (subTab: SubTab) => void;
};

/** The lists of open tickets, each with how many it has. */
export const SubTabLists = ({ filters, subTab, onSubTab, ...list }: Props) => {
  const { t } = useTranslation();
  const { showAll, queueIds } = filters;
  const counts = useTabCounts({ showAll, queueIds });
  return (
    <Tabs
      value={subTab}
      onChange={value => onSubTab(toSubTab(value))}
      keepMounted={false}
      classNames={{ root: classes.tabs ?? '', panel: classes.panel ?? '' }}
    >
      <Tabs.List aria-label={t('tickets.active')}>
        {subTabs.map(status => (
          <Tabs.Tab
            key={status}
            value={status}
            className={classes.subtab ?? ''}
            rightSection={<Count status={status} count={counts[status]} />}
          >
            {t(`tickets.subTab.${status}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {subTabs.map(status => (
        <Tabs.Panel key={status} value={status}>
          <TicketList
            {...list}
            filter={{ status, showAll, queueIds }}
            label={t(`tickets.subTab.${status}`)}
            emptyText={t(`tickets.empty.${status === 'open' && showAll ? 'openAll' : status}`)}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
};

const Count = ({ status, count }: { status: SubTab; count: number | undefined }) => (
  <span
    className={`${classes.count} ${status === 'pending' && count ? classes.waiting : ''}`}
    data-testid={`count-${status}`}
    style={{ visibility: count === undefined ? 'hidden' : 'visible' }}
  >
    {badgeCount(count ?? 0)}
  </span>
);

const toSubTab = (value: string | null): SubTab => subTabs.find(status => status === value) ?? 'open';
