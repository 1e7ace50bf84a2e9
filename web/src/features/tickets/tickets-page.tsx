import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconList, IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { ticketCountsQuery } from '../../api/tickets.ts';
import { narrowScreen } from '../../app/shell.tsx';
import { useTabTitle } from '../../app/use-tab-title.ts';
import { Empty } from '../../shared/empty.tsx';
import { useFirstUse } from '../../shared/first-use.ts';
import { ListPane, type ListTab } from './list-pane.tsx';
import classes from './tickets.module.css';
import { useArrivalNotice } from './use-arrival-notice.ts';
import { useCatchUp } from './use-catch-up.ts';
import { useFilters } from './use-filters.ts';
import { usePageKeys } from './use-page-keys.ts';

const loadConversation = () => import('../ticket/conversation-pane.tsx');
const ConversationPane = lazy(loadConversation);
const KeyboardHelp = lazy(() => import('./keyboard-help.tsx'));

/** The main screen: tickets on the left, the open conversation on the right; one of them on narrow screens. */
const TicketsPage = () => {
  const { t } = useTranslation();
  const { ticketId } = useParams();
  const navigate = useNavigate();
  const isNarrow = useMediaQuery(narrowScreen, undefined, { getInitialValueInEffect: false });
  const { showAll, queueIds } = useFilters();
  const counts = useQuery(ticketCountsQuery({ showAll, queueIds }));
  useTabTitle(t('navigation.tickets'), counts.data?.unread);
  useArrivalNotice(ticketId);
  useCatchUp();

  const [tab, setTab] = useState<ListTab>('active');
  const [view, setView] = useState<'ticket' | 'list'>(ticketId ? 'ticket' : 'list');
  const isUsed = useFirstUse();
  const [help, setHelp] = useState(false);
  const searchRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isUsed) void loadConversation();
  }, [isUsed]);
  useEffect(() => setView(ticketId ? 'ticket' : 'list'), [ticketId]);
  usePageKeys({
    search: useCallback(() => {
      setTab('search');
      setView('list');
      requestAnimationFrame(() => searchRef.current?.focus());
    }, []),
    help: useCallback(() => setHelp(true), []),
    leave: useCallback(() => void navigate('/tickets'), [navigate]),
  });

  const list = <ListPane currentId={ticketId} tab={tab} onTab={setTab} searchRef={searchRef} />;
  const conversation = ticketId ? (
    <Suspense fallback={<div className={classes.welcome} />}>
      <ConversationPane key={ticketId} ticketId={ticketId} />
    </Suspense>
  ) : (
    <div className={classes.welcome}>
      <VisuallyHidden component="h1">{t('navigation.tickets')}</VisuallyHidden>
      <Empty icon={IconMessages} text={t('tickets.welcome')} />
    </div>
  );

  return (
    <>
      {isNarrow ? (
        <div className={classes.narrow}>
          {view === 'list' && <VisuallyHidden component="h1">{t('navigation.tickets')}</VisuallyHidden>}
          {/* The list stays where it was scrolled to; a conversation out of sight would count as read. */}
          <div className={classes.views}>
            <div className={classes.view} data-hidden={view !== 'list' || undefined}>
              {list}
            </div>
            {view === 'ticket' && <div className={classes.view}>{conversation}</div>}
          </div>
          <nav className={classes.bottom} aria-label={t('tickets.views')}>
            <UnstyledButton
              className={classes.bottomButton ?? ''}
              aria-current={view === 'ticket'}
              onClick={() => setView('ticket')}
            >
              <IconMessages size={22} stroke={1.6} aria-hidden />
              {t('tickets.ticketView')}
            </UnstyledButton>
            <UnstyledButton
              className={classes.bottomButton ?? ''}
              aria-current={view === 'list'}
              onClick={() => setView('list')}
            >
              <IconList size={22} stroke={1.6} aria-hidden />
              {t('navigation.tickets')}
            </UnstyledButton>
          </nav>
        </div>
      ) : (
        <div className={classes.page}>
          {list}
          {conversation}
        </div>
      )}
      {help && (
        <Suspense>
          <KeyboardHelp onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </>
  );
};
export default TicketsPage;
