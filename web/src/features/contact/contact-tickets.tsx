import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TicketView } from '#contracts/views.ts';
import { contactTicketsQuery } from '../../api/ticket-history.ts';
import { ticketRows } from '../../live/ticket-lists.ts';
import { listTime } from '../../shared/formats.ts';
import { unsigned } from '../ticket/composer/signature.ts';
import classes from './contact.module.css';

type Props = { readonly ticket: TicketView; readonly onLeave: (() => void) | undefined };

/** The other tickets of this contact. */
export const ContactTickets = ({ ticket, onLeave }: Props) => {
  const { t } = useTranslation();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    contactTicketsQuery(ticket.contactId),
  );
  const others = data && ticketRows(data).filter(({ id }) => id !== ticket.id);
  return (
    <section className={classes.section} aria-label={t('contact.earlier')}>
      <h3 className={classes.sectionTitle}>{t('contact.earlier')}</h3>
      {others?.length === 0 && (
        <Text size="xs" c="dimmed">
          {t('contact.noEarlier')}
        </Text>
      )}
      {others && others.length > 0 && (
        <ul className={classes.list}>
          {others.map(other => (
            <li key={other.id}>
              <Other ticket={other} onLeave={onLeave} />
            </li>
          ))}
        </ul>
      )}
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
  );
};

const Other = ({ ticket, onLeave }: Props) => {
  const { t, i18n } = useTranslation();
  const said = ticket.lastMessageFromMe ? unsigned(ticket.lastMessage).words : ticket.lastMessage;
  const last = said || (ticket.lastMessageType ? t(`media.${ticket.lastMessageType}`) : '');
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
        {last || t('tickets.noMessage')}
      </span>
    </Link>
  );
};
