import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TicketView } from '#contracts/views.ts';
import { contactTicketsQuery } from '../../../api/ticket-history.ts';
import sections from '../../../kit/contact/sections.module.css';
import { ticketRows } from '../../../live/ticket-lists.ts';
import { listTime } from '../../../shared/formats.ts';
import { lastWords } from '../../../shared/last-words.ts';
import { aroundTicket } from './around-ticket.ts';
import classes from './contact.module.css';

type Props = { readonly ticket: TicketView; readonly onLeave: (() => void) | undefined };

/** The other tickets of this contact: those after this one, where there are any, and those before it. */
export const ContactTickets = ({ ticket, onLeave }: Props) => {
  const { t } = useTranslation();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    contactTicketsQuery(ticket.contactId),
  );
  const others = data && aroundTicket(ticket, ticketRows(data));
  return (
    <>
      {others && others.later.length > 0 && (
        <section className={sections.section} aria-label={t('contact.later')}>
          <h3 className={sections.sectionTitle}>{t('contact.later')}</h3>
          <Others tickets={others.later} onLeave={onLeave} />
        </section>
      )}
      <section className={sections.section} aria-label={t('contact.earlier')}>
        <h3 className={sections.sectionTitle}>{t('contact.earlier')}</h3>
        {others?.earlier.length === 0 && !hasNextPage && (
          <Text size="xs" c="dimmed">
            {t('contact.noEarlier')}
          </Text>
        )}
        {others && <Others tickets={others.earlier} onLeave={onLeave} />}
        {hasNextPage && (
          <Button
            mt={8}
            fullWidth
            size="xs"
            variant="subtle"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('contact.moreEarlier')}
          </Button>
        )}
      </section>
    </>
  );
};

type OthersProps = Pick<Props, 'onLeave'> & { readonly tickets: readonly TicketView[] };

const Others = ({ tickets, onLeave }: OthersProps) =>
  tickets.length > 0 && (
    <ul className={sections.list}>
      {tickets.map(other => (
        <li key={other.id}>
          <Other ticket={other} onLeave={onLeave} />
        </li>
      ))}
    </ul>
  );

const Other = ({ ticket, onLeave }: Props) => {
  const { t, i18n } = useTranslation();
  const place = [`#${ticket.number}`, t(`contact.status.${ticket.status}`), ticket.queue?.name].filter(
    Boolean,
  );
  return (
    <Link to={`/tickets/${ticket.uuid}`} className={classes.earlier ?? ''} onClick={onLeave}>
      <span className={`${classes.earlierHead} figures`}>
        <span title={place.join(' · ')}>{place.join(' · ')}</span>
        <time dateTime={ticket.activeAt}>{listTime(ticket.activeAt, new Date(), i18n.language)}</time>
      </span>
      <span className={classes.oneLine} style={{ display: 'block' }}>
        {lastWords(ticket, t)}
      </span>
    </Link>
  );
};
