import { Button, Switch, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import {
  type ComponentProps,
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { TicketView } from '#contracts/views.ts';
import type { RefusalNotice } from '../../kit/refusal-notice.tsx';
import { beginAt } from '../../live/begin-conversation.ts';
import { useFilters } from '../../live/use-filters.ts';
import { useFirstUse } from '../../shared/first-use.ts';
import { later, prepare, useLater } from '../../shared/later.ts';
import { untilThere } from '../../shared/until-there.ts';
import type { PeekedMessages } from './peek-dialog.tsx';
import { QueueFilter } from './queue-filter.tsx';
import { SubTabLists } from './sub-tab-lists.tsx';
import { TicketList } from './ticket-list.tsx';
import classes from './tickets.module.css';
import { useAskedTags } from './use-asked-tags.ts';
import { useRowActions } from './use-row-actions.ts';
import { useSearch } from './use-search.ts';
import type { SubTab } from './use-tab-counts.ts';

export type ListTab = 'active' | 'closed' | 'search';

const loadSearch = () => import('./search-panel.tsx');
const SearchPanel = lazy(untilThere(loadSearch));
const NewTicketDialog = lazy(untilThere(() => import('../../kit/new-ticket/new-ticket-dialog.tsx')));
const PeekDialog = lazy(untilThere(() => import('./peek-dialog.tsx')));
const refusalNotice = later(async () => ({
  default: (await import('../../kit/refusal-notice.tsx')).RefusalNotice,
}));

type Props = {
  readonly currentId: string | undefined;
  readonly tab: ListTab;
  readonly onTab: (tab: ListTab) => void;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly messages: PeekedMessages;
};

/** The left pane: what is to be shown, and the list of it. */
export const ListPane = ({ currentId, tab, onTab, searchRef, messages }: Props) => {
  const { t } = useTranslation();
  const filters = useFilters();
  const { showAll, queueIds } = filters;
  const [subTab, setSubTab] = useState<SubTab>('open');
  const search = useSearch(useAskedTags());
  const actions = useRowActions();
  const [peeked, setPeeked] = useState<TicketView>();
  const [opening, setOpening] = useState(false);
  const closePeek = useCallback(() => setPeeked(undefined), []);
  const isUsed = useFirstUse();
  useEffect(() => {
    if (!isUsed) return;
    void loadSearch();
    prepare(refusalNotice);
  }, [isUsed]);
  const { accept, close } = actions;
  const handlers = useMemo(() => ({ accept, close, peek: setPeeked }), [accept, close]);
  const navigate = useNavigate();
  const client = useQueryClient();
  const onOpen = useCallback(
    (to: string) => {
      beginAt(client, to);
      void navigate(to);
    },
    [client, navigate],
  );
  const list = { currentId, actions, handlers, onOpen };

  return (
    <section className={classes.pane} aria-label={t('tickets.list')}>
      <div className={classes.controls}>
        <Button
          size="compact-sm"
          h={30}
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setOpening(true)}
        >
          {t('tickets.new')}
        </Button>
        <QueueFilter filters={filters} />
        {filters.mayShowAll && (
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
      {actions.refusal && <Refusal text={actions.refusal} onClose={actions.dismiss} />}
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
          <SubTabLists {...list} filters={filters} subTab={subTab} onSubTab={setSubTab} />
        </Tabs.Panel>
        <Tabs.Panel value="closed">
          <TicketList
            {...list}
            filter={{ status: 'closed', showAll, queueIds }}
            label={t('tickets.closed')}
            emptyText={t('tickets.empty.closed')}
          />
        </Tabs.Panel>
        <Tabs.Panel value="search">
          <Suspense>
            <SearchPanel {...list} search={search} filters={filters} inputRef={searchRef} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      {opening && (
        <Suspense>
          <NewTicketDialog onClose={() => setOpening(false)} />
        </Suspense>
      )}
      {peeked && (
        <Suspense>
          <PeekDialog ticket={peeked} {...{ actions, messages }} onClose={closePeek} />
        </Suspense>
      )}
    </section>
  );
};

const Refusal = (props: ComponentProps<typeof RefusalNotice>) => {
  const Notice = useLater(refusalNotice);
  return Notice ? <Notice {...props} /> : null;
};

const toTab = (value: string | null): ListTab =>
  value === 'closed' || value === 'search' ? value : 'active';
