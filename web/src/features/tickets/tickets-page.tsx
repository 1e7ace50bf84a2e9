import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type Icon, IconList, IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  Activity,
  lazy,
  type PropsWithChildren,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { ticketCountsQuery } from '../../api/tickets.ts';
import { useFilters } from '../../live/use-filters.ts';
import { Empty } from '../../shared/empty.tsx';
import { useFirstUse } from '../../shared/first-use.ts';
import { type Later, prepare, useLater } from '../../shared/later.ts';
import { narrowScreen } from '../../shared/narrow-screen.ts';
import { Safe } from '../../shared/safe.tsx';
import { untilThere } from '../../shared/until-there.ts';
import { whenIdle } from '../../shared/when-idle.ts';
import { ListPane, type ListTab } from './list-pane.tsx';
import type { PeekedMessages } from './peek-dialog.tsx';
import classes from './tickets.module.css';
import { useAskedTags } from './use-asked-tags.ts';
import { useCatchUp } from './use-catch-up.ts';
import { usePageKeys } from './use-page-keys.ts';

const KeyboardHelp = lazy(untilThere(() => import('./keyboard-help.tsx')));

type Props = {
  /** The open conversation. */
  readonly conversation: Later<{ ticketId: string }>;
  /** The messages of a waiting ticket, to be looked at. */
  readonly messages: PeekedMessages;
};

/** The main screen: tickets on the left, the open conversation on the right; one of them on narrow screens. */
const TicketsPage = ({ conversation: conversationPane, messages }: Props) => {
  const { t } = useTranslation();
  const { ticketId } = useParams();
  const navigate = useNavigate();
  const isNarrow = useMediaQuery(narrowScreen, undefined, { getInitialValueInEffect: false });
  const { showAll, queueIds } = useFilters();
  const counts = useQuery(ticketCountsQuery({ showAll, queueIds }));
  useCatchUp();

  const [tab, setTab] = useState<ListTab>(useAskedTags().length > 0 ? 'search' : 'active');
  const [view, setView] = useState<'ticket' | 'list'>(ticketId ? 'ticket' : 'list');
  const isUsed = useFirstUse();
  const [help, setHelp] = useState(false);
  const searchRef = useRef<HTMLInputElement>(null);
  const isListed = counts.isSuccess;
  useEffect(() => {
    if (isUsed) prepare(conversationPane);
    else if (isListed) return whenIdle(() => prepare(conversationPane));
    return undefined;
  }, [isUsed, isListed, conversationPane]);
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

  const list = (
    <ListPane currentId={ticketId} tab={tab} onTab={setTab} searchRef={searchRef} messages={messages} />
  );
  const conversation = ticketId ? (
    <Safe key={ticketId}>
      <OpenConversation ticketId={ticketId} part={conversationPane} />
    </Safe>
  ) : (
    <div className={classes.welcome}>
      <VisuallyHidden component="h1">{t('navigation.tickets')}</VisuallyHidden>
      <Empty icon={IconMessages} text={t('tickets.welcome')} />
    </div>
  );

  const isHidden = (which: 'ticket' | 'list'): boolean => isNarrow && view !== which;
  return (
    <>
      {/* One tree for both widths: a turned phone or a resized window loses nothing that was begun. */}
      <div className={isNarrow ? classes.narrow : classes.page}>
        {isNarrow && view === 'list' && (
          <VisuallyHidden component="h1">{t('navigation.tickets')}</VisuallyHidden>
        )}
        {/* The list stays where it was scrolled to; a conversation out of sight would count as read. */}
        <div className={classes.views}>
          <div className={classes.view} data-hidden={isHidden('list') || undefined}>
            {list}
          </div>
          <Activity mode={isHidden('ticket') ? 'hidden' : 'visible'}>
            <div className={classes.view}>{conversation}</div>
          </Activity>
        </div>
        {isNarrow && (
          <nav className={classes.bottom} aria-label={t('tickets.views')}>
            <BottomButton icon={IconMessages} isCurrent={view === 'ticket'} onClick={() => setView('ticket')}>
              {t('tickets.ticketView')}
            </BottomButton>
            <BottomButton icon={IconList} isCurrent={view === 'list'} onClick={() => setView('list')}>
              {t('navigation.tickets')}
            </BottomButton>
          </nav>
        )}
      </div>
      {help && (
        <Suspense>
          <KeyboardHelp onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </>
  );
};
export default TicketsPage;

type OpenProps = { readonly ticketId: string; readonly part: Props['conversation'] };

const OpenConversation = ({ ticketId, part }: OpenProps) => {
  const Pane = useLater(part);
  return Pane ? <Pane ticketId={ticketId} /> : <div className={classes.welcome} />;
};

type BottomProps = PropsWithChildren<{
  readonly icon: Icon;
  readonly isCurrent: boolean;
  readonly onClick: () => void;
}>;

const BottomButton = ({ icon: Picture, isCurrent, onClick, children }: BottomProps) => (
  <UnstyledButton className={classes.bottomButton ?? ''} aria-current={isCurrent} onClick={onClick}>
    <Picture size={22} stroke={1.6} aria-hidden />
    {children}
  </UnstyledButton>
);
