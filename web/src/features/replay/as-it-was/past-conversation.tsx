import { Button, Skeleton } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { localDate } from '#contracts/local-date.ts';
import type { PastMessageView } from '#contracts/replay.ts';
import { dayOf } from '#domain/shared/calendar.ts';
import { pastMessagesQuery } from '../../../api/replay.ts';
import { companyZone } from '../../../shared/company-zone.ts';
import { Empty } from '../../../shared/empty.tsx';
import { Trouble } from '../../../shared/trouble.tsx';
import { useLate } from '../../../shared/use-late.ts';
import classes from './as-it-was.module.css';
import { PastBubble } from './past-bubble.tsx';

type Props = { readonly at: string; readonly ticketId: string; readonly isGroup: boolean };

/** The conversation in the words of then, read from its end upwards. */
export const PastConversation = ({ at, ticketId, isGroup }: Props) => {
  const { t } = useTranslation();
  const query = useInfiniteQuery(pastMessagesQuery(at, ticketId));
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const late = useLate(isPending);
  const messages = data?.pages.toReversed().flatMap(page => page.messages) ?? [];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
    <section className={classes.log} aria-label={t('replay.conversation')} tabIndex={0}>
      <div className={classes.logRows}>
        {hasNextPage && !error && (
          <Button
            size="compact-sm"
            variant="default"
            className={classes.older ?? ''}
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('replay.older')}
          </Button>
        )}
        {error && <Trouble error={error} onRetry={() => void (data ? fetchNextPage() : refetch())} />}
        {late && <Skeleton h={200} />}
        {data && messages.length === 0 && <Empty icon={IconMessages} text={t('replay.noMessages')} />}
        {messages.map((message, index) => (
          <Fragment key={message.id}>
            {dayIn(message) !== dayIn(messages[index - 1]) && (
              <div className={classes.dayRow}>
                <span>{localDate(dayIn(message) ?? '')}</span>
              </div>
            )}
            <PastBubble message={message} showsSender={isGroup || message.fromMe} />
          </Fragment>
        ))}
      </div>
    </section>
  );
};

const dayIn = (message: PastMessageView | undefined): string | undefined =>
  message && dayOf(new Date(message.createdAt), companyZone());
