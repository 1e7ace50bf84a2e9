import { Anchor, Badge, Skeleton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { PastTicketAnswer } from '#contracts/replay.ts';
import { pastTicketQuery } from '../../../api/replay.ts';
import { contactName } from '../../../shared/contact-name.ts';
import { useLate } from '../../../shared/use-late.ts';
import { userName } from '../../../shared/user-name.ts';
import classes from './as-it-was.module.css';
import { InstantForm } from './instant-form.tsx';
import { PastBanner } from './past-banner.tsx';
import { PastConversation } from './past-conversation.tsx';
import { PastDetails } from './past-details.tsx';
import { PastTrouble } from './past-trouble.tsx';
import { pastAddress } from './use-instant.ts';

type Props = {
  readonly at: string;
  readonly ticketId: string;
  readonly onShow: (at: string) => void;
};

/** A ticket as it was: its state, its conversation and its history up to then. There is nothing to do on it. */
export const PastTicketPage = ({ at, ticketId, onShow }: Props) => {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { data, error, isPending, refetch } = useQuery(pastTicketQuery(at, ticketId));
  const late = useLate(isPending);
  return (
    <div className={classes.ticketPage}>
      <PastBanner at={at} />
      <InstantForm at={at} onShow={onShow} />
      <Anchor
        component={Link}
        to={pastAddress('/replay', search, at)}
        size="sm"
        className={classes.back ?? ''}
      >
        <IconArrowLeft size={14} aria-hidden /> {t('replay.backToLists')}
      </Anchor>
      {data ? (
        <>
          <Head ticket={data.ticket} />
          <div className={classes.columns}>
            <PastConversation
              key={at}
              at={at}
              ticketId={ticketId}
              isGroup={data.ticket.status === 'groups'}
            />
            <PastDetails past={data} />
          </div>
        </>
      ) : error ? (
        <PastTrouble error={error} onRetry={() => void refetch()} isAlone />
      ) : (
        late && <Skeleton h={400} />
      )}
    </div>
  );
};

const Head = ({ ticket }: { readonly ticket: PastTicketAnswer['ticket'] }) => {
  const { t } = useTranslation();
  const { status, contact, number, queue, user, connection } = ticket;
  const name = contactName(t, contact);
  const details = [
    number === null ? '' : `#${number}`,
    queue?.name ?? t('tickets.noQueue'),
    user ? userName(t, user) : '',
    connection?.name ?? '',
  ].filter(Boolean);
  return (
    <header className={classes.ticketHead}>
      <div className={classes.who}>
        <h2 className={classes.ticketName} title={name} dir="auto">
          {name}
        </h2>
        <span className={`${classes.meta} ${classes.place}`}>{details.join(' · ')}</span>
      </div>
      <Badge variant="outline" color={status === 'closed' ? 'gray' : 'green'} radius="sm">
        {t(`replay.status.${status}`)}
      </Badge>
      {ticket.gone && (
        <Badge variant="outline" color="red" radius="sm">
          {t('replay.goneSince')}
        </Badge>
      )}
    </header>
  );
};
