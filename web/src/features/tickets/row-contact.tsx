import { IconArrowUpRight } from '@tabler/icons-react';
import type { TicketView } from '#contracts/views.ts';
import { badgeCount, initials, listTime } from '../../shared/formats.ts';
import { lastWords } from '../../shared/last-words.ts';
import { mediaIcons } from '../../shared/media-icons.ts';
import { listLabel } from './list-label.ts';
import classes from './rows.module.css';
import type { Reading } from './use-reading.ts';

/** A picture that cannot be loaded leaves the initials. */
export const RowAvatar = ({ name, picture }: { name: string; picture: string | null }) => (
  <span className={classes.avatar} aria-hidden>
    {initials(name)}
    {picture && (
      <img
        key={picture}
        src={picture}
        alt=""
        loading="lazy"
        onError={event => {
          event.currentTarget.hidden = true;
        }}
      />
    )}
  </span>
);

/** Whose conversation it is and of when. */
export const RowTitle = ({ name, at, reading }: { name: string; at: string; reading: Reading }) => (
  <div className={classes.line}>
    <span className={`${classes.name} ${classes.ellipsis}`} title={name} dir="auto">
      {listLabel(name)}
    </span>
    <time className={classes.time} dateTime={at}>
      {listTime(at, reading.today, reading.language)}
    </time>
  </div>
);

/** What was said last, with a picture of its kind, and how much of it nobody has read. */
export const LastMessage = ({ ticket, reading: { t } }: { ticket: TicketView; reading: Reading }) => {
  const { lastMessageType, lastMessageFromMe, unreadMessages } = ticket;
  const isMedia = lastMessageType !== null && lastMessageType !== 'text';
  const Picture = isMedia ? mediaIcons[lastMessageType] : undefined;
  const text = lastWords(ticket, t);
  return (
    <div className={classes.line}>
      {lastMessageFromMe && (
        <IconArrowUpRight className={classes.icon} size={14} role="img" aria-label={t('tickets.fromUs')} />
      )}
      {Picture && <Picture className={classes.icon} size={14} aria-hidden />}
      <span className={`${classes.message} ${classes.ellipsis}`} title={text} dir="auto">
        {text}
      </span>
      {unreadMessages > 0 && (
        <span
          className={classes.badge}
          data-testid="unread"
          role="img"
          aria-label={t('tickets.unread', { count: unreadMessages })}
        >
          {badgeCount(unreadMessages)}
        </span>
      )}
    </div>
  );
};
