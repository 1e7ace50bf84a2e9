import { Avatar } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import { badgeCount, initials, listTime } from '../../shared/formats.ts';
import { mediaIcons } from '../../shared/media-icons.ts';
import { listLabel } from './list-label.ts';
import classes from './rows.module.css';
import { useToday } from './use-today.ts';

export const RowAvatar = ({ name, picture }: { name: string; picture: string | null }) => (
  <Avatar className={classes.avatar ?? ''} size={40} src={picture} alt="" color="green">
    {initials(name)}
  </Avatar>
);

/** Whose conversation it is and of when. */
export const RowTitle = ({ name, at }: { name: string; at: string }) => {
  const { i18n } = useTranslation();
  const today = useToday();
  return (
    <div className={classes.line}>
      <span className={`${classes.name} ${classes.ellipsis}`} title={name}>
        {listLabel(name)}
      </span>
      <time className={classes.time} dateTime={at}>
        {listTime(at, today, i18n.language)}
      </time>
    </div>
  );
};

/** What was said last, with a picture of its kind, and how much of it nobody has read. */
export const LastMessage = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation();
  const { lastMessage, lastMessageType, lastMessageFromMe, unreadMessages } = ticket;
  const isMedia = lastMessageType !== null && lastMessageType !== 'text';
  const Picture = isMedia ? mediaIcons[lastMessageType] : undefined;
  const text = lastMessage || (isMedia ? t(`media.${lastMessageType}`) : t('tickets.noMessage'));
  return (
    <div className={classes.line}>
      {lastMessageFromMe && (
        <IconArrowUpRight className={classes.icon} size={14} role="img" aria-label={t('tickets.fromUs')} />
      )}
      {Picture && <Picture className={classes.icon} size={14} aria-hidden />}
      <span className={`${classes.message} ${classes.ellipsis}`} title={text}>
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
