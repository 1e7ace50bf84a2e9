import { Button, Loader, Skeleton } from '@mantine/core';
import { IconArrowDown, IconMessages } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import { messagesQuery } from '../../api/messages.ts';
import { conversationRows } from '../../live/conversations.ts';
import { contactName } from '../../shared/contact-name.ts';
import { Empty } from '../../shared/empty.tsx';
import { dayLabel } from '../../shared/formats.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { useLate } from '../../shared/use-late.ts';
import { conversationDays } from './conversation-view.ts';
import { MessageBubble } from './message-bubble.tsx';
import type { OutboxItem } from './outbox.ts';
import classes from './ticket.module.css';
import { useConversationScroll } from './use-conversation-scroll.ts';

type Props = { readonly ticket: TicketView; readonly outbox: readonly OutboxItem[] };

/** A conversation by days. Older pages come while scrolling up; new messages keep the end in sight. */
export const MessageList = ({ ticket, outbox }: Props) => {
  const { t, i18n } = useTranslation();
  const query = useInfiniteQuery(messagesQuery(ticket.id));
  const messages = useMemo(() => (query.data ? conversationRows(query.data) : []), [query.data]);
  const days = useMemo(() => conversationDays(messages, outbox), [messages, outbox]);
  const late = useLate(query.isPending);
  const newest = days.at(-1)?.bubbles.at(-1);
  const scroll = useConversationScroll({
    oldestKey: days[0]?.bubbles[0]?.key,
    newestKey: newest?.key,
    newestIsMine: newest?.fromMe ?? false,
    loadOlder: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
  });

  if (query.isPending) return <div className={classes.frame}>{late && <LogSkeleton />}</div>;
  if (query.isError && messages.length === 0) {
    return (
      <div className={classes.frame}>
        <Trouble error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  return (
    <div className={classes.frame}>
      <div
        ref={scroll.ref}
        className={classes.log}
        onScroll={scroll.onScroll}
        role="log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
        tabIndex={0}
        aria-label={t('ticket.messagesWith', { name: contactName(t, ticket.contact) })}
      >
        {query.isFetchingNextPage && (
          <div style={{ position: 'absolute', top: 8, left: '50%', zIndex: 3 }}>
            <Loader size="xs" />
          </div>
        )}
        {days.length === 0 && <Empty icon={IconMessages} text={t('ticket.noMessages')} />}
        <div data-content>
          {days.map(day => (
            <section key={day.key}>
              <div className={classes.day}>
                <span>{dayLabel(day.at, new Date(), i18n.language)}</span>
              </div>
              {day.bubbles.map(bubble => (
                <MessageBubble key={bubble.key} bubble={bubble} showSender={ticket.isGroup} />
              ))}
            </section>
          ))}
        </div>
      </div>
      {scroll.hasNews && (
        <Button
          className={classes.pill ?? ''}
          size="compact-sm"
          radius="xl"
          leftSection={<IconArrowDown size={14} />}
          onClick={scroll.toEnd}
        >
          {t('ticket.newMessages')}
        </Button>
      )}
    </div>
  );
};

const widths = [180, 260, 140, 320, 220, 160];

const LogSkeleton = () => (
  <div className={classes.log} aria-hidden>
    {widths.map((width, index) => (
      <Skeleton key={width} height={36} width={width} mt={12} ml={index % 2 ? 'auto' : 0} radius={8} />
    ))}
  </div>
);
