import { Loader } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import type { Conversation } from '../../live/conversations.ts';
import type { OutboxItem } from '../../live/outbox/outbox.ts';
import { contactName } from '../../shared/contact-name.ts';
import { Empty } from '../../shared/empty.tsx';
import { ContactTyping } from './contact-typing.tsx';
import { conversationRows, countNews } from './conversation-view.ts';
import { PicturesOfConversation } from './media/pictures-of-conversation.tsx';
import { silence } from './media/sounds.ts';
import { MessagePill } from './message-pill.tsx';
import { MessageRows } from './message-rows.tsx';
import { QuoteJumpContext } from './quote-jump.ts';
import { estimatedHeight } from './row-height.ts';
import classes from './ticket.module.css';
import type { ReadingPlace, useConversation } from './use-conversation.ts';
import { useConversationScroll, type Wanted } from './use-conversation-scroll.ts';

type Props = {
  readonly ticket: TicketView;
  readonly outbox: readonly OutboxItem[];
  readonly target: { readonly messageId: string; readonly visit: string } | undefined;
  readonly known: Conversation;
  readonly conversation: ReturnType<typeof useConversation>;
  readonly place: ReadingPlace;
};

const toEnd: Wanted = { to: 'end' };
const none: readonly OutboxItem[] = [];

/** The loaded part of a conversation, of which only what is in sight is drawn. */
export const MessageLog = ({ ticket, outbox, target, known, conversation, place }: Props) => {
  const { t } = useTranslation();
  const { loading, loadOlder, loadNewer, open } = conversation;
  const { messages, missed } = known;
  const isNewest = known.newerCursor === null;
  const rows = useMemo(
    () => conversationRows(messages, isNewest ? outbox : none),
    [messages, outbox, isNewest],
  );
  const log = useRef<HTMLDivElement>(null);
  const start = useRef<Wanted>(startAt(known, target?.messageId)).current;
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => log.current,
    estimateSize: index => estimatedHeight(rows[index]),
    getItemKey: index => rows[index]?.key ?? index,
    initialOffset: () => (start.to === 'end' ? Number.MAX_SAFE_INTEGER : 0),
    overscan: 6,
  });
  // Where the reader stays is decided in one place: by what is in sight.
  virtual.shouldAdjustScrollPositionOnItemSizeChange = never;
  const scroll = useConversationScroll({
    ...{ log, virtual, rows, isNewest, start, place, loadOlder, loadNewer },
  });

  const { go } = scroll;
  const jumpTo = useCallback(
    (messageId: string) => {
      go({ to: 'message', id: messageId });
      const isThere = messages.some(({ id }) => id === messageId);
      if (!isThere) void open(messageId).then(found => found || go(undefined));
    },
    [go, open, messages],
  );
  const jumpToEnd = useCallback(() => {
    if (isNewest) go(toEnd);
    else void open(null).then(found => found && go(toEnd));
  }, [go, open, isNewest]);
  useVisits(target, jumpTo);
  useOwnWords(outbox, jumpToEnd);
  useEffect(() => silence, []);

  const news = scroll.atEnd ? 0 : countNews(messages, scroll.lastSeenId) + missed.length;
  return (
    <div className={classes.frame}>
      <div
        ref={log}
        className={classes.log}
        onScroll={scroll.onScroll}
        role="log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
        tabIndex={0}
        aria-label={t('ticket.messagesWith', { name: contactName(t, ticket.contact) })}
        aria-busy={loading !== undefined}
        onPointerDown={({ currentTarget }) => {
          currentTarget.dataset.pressed = '';
        }}
        onBlur={({ currentTarget }) => {
          delete currentTarget.dataset.pressed;
        }}
      >
        {rows.length === 0 && <Empty icon={IconMessages} text={t('ticket.noMessages')} />}
        <QuoteJumpContext value={jumpTo}>
          <PicturesOfConversation messages={messages}>
            <MessageRows
              virtual={virtual}
              rows={rows}
              isGroup={ticket.isGroup}
              markedId={scroll.markedId}
              onMarkSeen={scroll.unmark}
            />
          </PicturesOfConversation>
        </QuoteJumpContext>
        <ContactTyping ticket={ticket} />
      </div>
      {loading && loading !== 'newer' && (
        <div className={classes.loading}>
          <Loader size="xs" />
        </div>
      )}
      {!scroll.atEnd && (news > 0 || scroll.isFar || !isNewest) && (
        <MessagePill news={news} onClick={jumpToEnd} />
      )}
    </div>
  );
};

const never = (): boolean => false;

const startAt = ({ messages }: Conversation, messageId: string | undefined): Wanted =>
  messages.some(({ id }) => id === messageId) && messageId ? { to: 'message', id: messageId } : toEnd;

/** Goes to the message of the address, once a visit. */
const useVisits = (target: Props['target'], jumpTo: (messageId: string) => void): void => {
  const visited = useRef<string>(undefined);
  useEffect(() => {
    if (!target || visited.current === target.visit) return;
    visited.current = target.visit;
    jumpTo(target.messageId);
  }, [target, jumpTo]);
};

/** Whoever writes sees what they wrote. */
const useOwnWords = (outbox: readonly OutboxItem[], jumpToEnd: () => void): void => {
  const newest = outbox.at(-1)?.commandId;
  const last = useRef(newest);
  useEffect(() => {
    if (newest === last.current) return;
    const isMore = newest !== undefined;
    last.current = newest;
    if (isMore) jumpToEnd();
  }, [newest, jumpToEnd]);
};
