import { Skeleton } from '@mantine/core';
import { useRef } from 'react';
import type { TicketView } from '#contracts/views.ts';
import type { OutboxItem } from '../../live/outbox/outbox.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { useLate } from '../../shared/use-late.ts';
import { MessageLog } from './message-log.tsx';
import classes from './ticket.module.css';
import { useConversation } from './use-conversation.ts';

type Props = {
  readonly ticket: TicketView;
  readonly outbox: readonly OutboxItem[];
  /** The message to open the conversation at; the visit tells one wish for it from the next. */
  readonly target?: { readonly messageId: string; readonly visit: string } | undefined;
};

/** The messages of a ticket, at its end or at a message: while they load, when that fails, and as they are. */
export const MessageList = ({ ticket, outbox, target }: Props) => {
  const place = useRef(target?.messageId ?? null);
  const conversation = useConversation(ticket.id, place);
  const { query } = conversation;
  const late = useLate(query.isPending);
  if (query.data) {
    return (
      <MessageLog
        ticket={ticket}
        outbox={outbox}
        target={target}
        known={query.data}
        conversation={conversation}
        place={place}
      />
    );
  }
  return (
    <div className={classes.frame}>
      {query.isError ? (
        <Trouble isAlone error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        late && <LogSkeleton />
      )}
    </div>
  );
};

const widths = [180, 260, 140, 320, 220, 160];

const LogSkeleton = () => (
  <div className={classes.skeleton} aria-hidden>
    {widths.map((width, index) => (
      <Skeleton key={width} height={36} width={width} mt={12} ml={index % 2 ? 'auto' : 0} radius={8} />
    ))}
  </div>
);
