import { CloseButton, Switch, Tabs, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketCounts } from '#contracts/http.ts';
import { ticketCountsQuery } from '../../api/tickets.ts';
import { badgeCount } from '../../shared/formats.ts';
import { QueueFilter } from './queue-filter.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { TicketList } from './ticket-list.tsx';
import classes from './tickets.module.css';
import { useAccept } from './use-accept.ts';
import { useFilters } from './use-filters.ts';

export type ListTab = 'active' | 'closed' | 'search';

const searchDelayMs = 500;
const subTabs = ['open', 'pending', 'groups'] as const;
type SubTab = (typeof subTabs)[number];

type Props = {
  readonly currentId: string | undefined;
  readonly tab: ListTab;
  readonly onTab: (tab: ListTab) => void;
  readonly searchRef: RefObject<HTMLInputElement | null>;
};

/** The left pane: what is to be shown, and the list of it. */
export const ListPane = ({ currentId, tab, onTab, searchRef }: Props) => {
  const { t } = useTranslation();
  const filters = useFilters();
  const { showAll, queueIds } = filters;
  const [subTab, setSubTab] = useState<SubTab>('open');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), searchDelayMs);
  const counts = useQuery(ticketCountsQuery({ showAll, queueIds }));
  const accept = useAccept();
  const shared = { currentId, accept };

  return (
    <section className={classes.pane} aria-label={t('tickets.list')}>
      <div className={classes.controls}>
        <QueueFilter filters={filters} />
        {filters.isAdmin && (
          <Switch
            ml="auto"
            size="xs"
            labelPosition="left"
            label={t('tickets.showAll')}
            checked={showAll}
            onChange={event => filters.setShowAll(event.currentTarget.checked)}
          />
        )}
      </div>
      {accept.refusal && <RefusalNotice text={accept.refusal} onClose={accept.dismiss} />}
      <Tabs
        value={tab}
        onChange={value => onTab(toTab(value))}
        keepMounted={false}
        classNames={{ root: classes.tabs ?? '', panel: classes.panel ?? '' }}
      >
        <Tabs.List grow aria-label={t('tickets.lists')}>
          <Tabs.Tab value="active">{t('tickets.active')}</Tabs.Tab>
          <Tabs.Tab value="closed">{t('tickets.closed')}</Tabs.Tab>
          <Tabs.Tab value="search">{t('tickets.search')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="active">
          <Tabs
            value={subTab}
            onChange={value => setSubTab(toSubTab(value))}
            keepMounted={false}
            classNames={{ root: classes.tabs ?? '', panel: classes.panel ?? '' }}
          >
            <Tabs.List aria-label={t('tickets.active')}>
              {subTabs.map(status => (
                <Tabs.Tab
                  key={status}
                  value={status}
                  className={classes.subtab ?? ''}
                  rightSection={<Count status={status} counts={counts.data} />}
                >
                  {t(`tickets.subTab.${status}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {subTabs.map(status => (
              <Tabs.Panel key={status} value={status}>
                <TicketList
                  {...shared}
                  filter={{ status, showAll, queueIds }}
                  label={t(`tickets.subTab.${status}`)}
                  emptyText={t(`tickets.empty.${status}`)}
                />
              </Tabs.Panel>
            ))}
          </Tabs>
        </Tabs.Panel>
        <Tabs.Panel value="closed">
          <TicketList
            {...shared}
            filter={{ status: 'closed', showAll, queueIds }}
            label={t('tickets.closed')}
            emptyText={t('tickets.empty.closed')}
          />
        </Tabs.Panel>
        <Tabs.Panel value="search">
          <TextInput
            ref={searchRef}
            m="xs"
            type="search"
            aria-label={t('tickets.searchLabel')}
            placeholder={t('tickets.searchPlaceholder')}
            leftSection={<IconSearch size={16} aria-hidden />}
            rightSection={
              typed && (
                <CloseButton size="sm" aria-label={t('tickets.clearSearch')} onClick={() => setTyped('')} />
              )
            }
            value={typed}
            autoFocus
            onChange={event => setTyped(event.currentTarget.value)}
          />
          {search && (
            <TicketList
              {...shared}
              filter={{ showAll, queueIds, search }}
              label={t('tickets.search')}
              emptyText={t('tickets.empty.search', { search })}
            />
          )}
        </Tabs.Panel>
      </Tabs>
    </section>
  );
};

const Count = ({ status, counts }: { status: SubTab; counts: TicketCounts | undefined }) => {
  const count = counts?.[status] ?? 0;
  const waiting = status === 'pending' && count > 0;
  return (
    <span
      className={`${classes.count} ${waiting ? classes.waiting : ''}`}
      data-testid={`count-${status}`}
      style={{ visibility: counts ? 'visible' : 'hidden' }}
    >
      {badgeCount(count)}
    </span>
  );
};

const toTab = (value: string | null): ListTab =>
  value === 'closed' || value === 'search' ? value : 'active';
const toSubTab = (value: string | null): SubTab => subTabs.find(status => status === value) ?? 'open';
