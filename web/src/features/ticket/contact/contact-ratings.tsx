import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RatingView } from '#contracts/ratings.ts';
import type { TicketView } from '#contracts/views.ts';
import { contactRatingsQuery } from '../../../api/ratings.ts';
import sections from '../../../kit/contact/sections.module.css';
import { dateAndTime } from '../../../shared/formats.ts';
import { markOf } from '../../../shared/mark-of.ts';
import { userName } from '../../../shared/user-name.ts';
import classes from './contact.module.css';

type Props = { readonly ticket: TicketView; readonly onLeave: (() => void) | undefined };

/** The last marks of this contact: of whom, when and why. Nothing where there is none. */
export const ContactRatings = ({ ticket, onLeave }: Props) => {
  const { t } = useTranslation();
  const { data: ratings, refetch } = useQuery(contactRatingsQuery(ticket.contactId));
  const seen = useRef(ticket.revision);
  useEffect(() => {
    // A mark is a change of its ticket.
    if (seen.current !== ticket.revision) void refetch();
    seen.current = ticket.revision;
  }, [ticket.revision, refetch]);
  if (!ratings || ratings.length === 0) return null;
  return (
    <section className={sections.section} aria-label={t('ratings.title')}>
      <h3 className={sections.sectionTitle}>{t('ratings.title')}</h3>
      <ul className={sections.list}>
        {ratings.map(rating => (
          <Rating key={rating.id} rating={rating} isHere={rating.ticketId === ticket.id} onLeave={onLeave} />
        ))}
      </ul>
    </section>
  );
};

type RatingProps = Pick<Props, 'onLeave'> & { readonly rating: RatingView; readonly isHere: boolean };

const Rating = ({ rating, isHere, onLeave }: RatingProps) => {
  const { t, i18n } = useTranslation();
  const { ticketId, ticketNumber: number, user, at, reason } = rating;
  const name = t('ratings.ticket', { number });
  return (
    <li className={`${sections.note} ${classes.rating}`} data-mark={rating.rating}>
      <div className={classes.mark}>{markOf(t, rating.rating)}</div>
      {reason && <div className={sections.noteText}>{reason}</div>}
      <div className={`${sections.noteFoot} figures`}>
        <span>
          {user && `${userName(t, user)} · `}
          <time dateTime={at}>{dateAndTime(at, i18n.language)}</time>
        </span>
        {!isHere && (
          <Link to={`/tickets/${ticketId}`} onClick={onLeave} className={classes.ratingTicket ?? ''}>
            {name}
          </Link>
        )}
      </div>
    </li>
  );
};
