import { type CSSProperties, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TicketView } from '#contracts/views.ts';
import { contactName } from '../../shared/contact-name.ts';
import { RowActions } from './row-actions.tsx';
import { LastMessage, RowAvatar, RowTitle } from './row-contact.tsx';
import { RowMeta } from './row-meta.tsx';
import classes from './rows.module.css';
import type { RowActions as Actions } from './use-row-actions.ts';

type Props = {
  readonly ticket: TicketView;
  readonly top: number;
  readonly index: number;
  readonly total: number;
  readonly current: boolean;
  readonly busy: 'accept' | 'close' | undefined;
  readonly accept: Actions['accept'];
  readonly close: Actions['close'];
  readonly onPeek: (ticket: TicketView) => void;
};

export const TicketRow = memo((props: Props) => {
  const { ticket, top, index, total, current, busy, accept, close, onPeek } = props;
  const { t } = useTranslation();
  const { contact, unreadMessages, queue } = ticket;
  const name = contactName(t, contact);
  const style: CSSProperties & Record<'--queue', string> = {
    '--queue': queue?.color ?? 'transparent',
    transform: `translateY(${top}px)`,
  };
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
      <RowAvatar name={name} picture={contact.profilePicUrl} />
      <div className={classes.lines}>
        <RowTitle name={name} at={ticket.updatedAt} />
        <LastMessage ticket={ticket} />
        <div className={`${classes.line} ${classes.meta}`}>
          <RowMeta ticket={ticket} />
          <RowActions ticket={ticket} busy={busy} actions={{ accept, close }} onPeek={onPeek} />
        </div>
      </div>
    </li>
  );
});
