import { ActionIcon, Avatar, Badge, Button } from '@mantine/core';
import { IconArrowUpRight, IconEye } from '@tabler/icons-react';
import { type CSSProperties, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TicketView } from '#contracts/views.ts';
import { contactName } from '../../shared/contact-name.ts';
import { badgeCount, initials, listTime } from '../../shared/formats.ts';
import { mediaIcons } from '../../shared/media-icons.ts';
import classes from './tickets.module.css';

type Props = {
  readonly ticket: TicketView;
  readonly top: number;
  readonly index: number;
  readonly total: number;
  readonly current: boolean;
  readonly accepting: boolean;
  readonly onAccept: (ticket: TicketView) => Promise<void>;
  readonly onPeek: (ticket: TicketView) => void;
};

export const TicketRow = memo((props: Props) => {
  const { ticket, top, index, total, current } = props;
  const { t, i18n } = useTranslation();
  const { contact, unreadMessages, queue } = ticket;
  const name = contactName(t, contact);
  const style: CSSProperties & Record<'--queue', string> = {
    '--queue': queue?.color ?? 'transparent',
    transform: `translateY(${top}px)`,
  };
  const at = ticket.updatedAt;
  return (
    <li
      aria-setsize={total}
      aria-posinset={index + 1}
      aria-current={current || undefined}
      tabIndex={-1}
      data-index={index}
      data-current={current || undefined}
      data-testid={`ticket-row-${ticket.id}`}
      className={`${classes.row} ${unreadMessages > 0 ? classes.unread : ''}`}
      style={style}
    >
      {ticket.status !== 'pending' && (
        <Link className={classes.link ?? ''} to={`/tickets/${ticket.uuid}`} aria-label={name} />
      )}
      <Avatar className={classes.avatar ?? ''} size={40} src={contact.profilePicUrl} alt="" color="green">
        {initials(name)}
      </Avatar>
      <div className={classes.lines}>
        <div className={classes.line}>
          <span className={`${classes.name} ${classes.ellipsis}`} title={name}>
            {name}
          </span>
          <time className={classes.time} dateTime={at}>
            {listTime(at, new Date(), i18n.language)}
          </time>
        </div>
        <LastMessage ticket={ticket} />
        <Meta {...props} />
      </div>
    </li>
  );
});

const LastMessage = ({ ticket }: { ticket: TicketView }) => {
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

const Meta = ({ ticket, accepting, onAccept, onPeek }: Props) => {
  const { t } = useTranslation();
  const { queue, user, contact } = ticket;
  const names = [queue?.name ?? t('tickets.noQueue'), user?.name].filter(Boolean).join(' · ');
  return (
    <div className={`${classes.line} ${classes.meta}`}>
      {queue && <span className={classes.dot} aria-hidden />}
      <span className={classes.ellipsis} title={names}>
        {names}
      </span>
      {ticket.status === 'closed' && (
        <Badge
          className={classes.push ?? ''}
          size="xs"
          color="gray"
          variant="light"
          tt="none"
          c="var(--text-meta)"
        >
          {t('tickets.closedBadge')}
        </Badge>
      )}
      {ticket.status === 'pending' && (
        <div className={classes.actions}>
          <ActionIcon
            className={classes.onHover ?? ''}
            variant="subtle"
            color="gray"
            size={22}
            aria-label={t('tickets.peekAt', { name: contact.name })}
            data-hint={t('tickets.peek')}
            onClick={() => onPeek(ticket)}
          >
            <IconEye size={16} />
          </ActionIcon>
          <Button
            size="compact-xs"
            h={20}
            disabled={accepting}
            aria-label={t('tickets.acceptOf', { name: contact.name })}
            onClick={() => void onAccept(ticket)}
          >
            {accepting ? t('tickets.confirming') : t('tickets.accept')}
          </Button>
        </div>
      )}
    </div>
  );
};
