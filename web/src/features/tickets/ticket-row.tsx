import { type CSSProperties, type MouseEvent, memo } from 'react';
import type { TicketView } from '#contracts/views.ts';
import { contactName } from '../../shared/contact-name.ts';
import { rowLabel } from '../../shared/last-words.ts';
import { RowActions, type RowHandlers } from './row-actions.tsx';
import { LastMessage, RowAvatar, RowTitle } from './row-contact.tsx';
import { RowLink } from './row-link.tsx';
import { RowMeta } from './row-meta.tsx';
import classes from './rows.module.css';
import type { Reading } from './use-reading.ts';

type Props = {
  readonly ticket: TicketView;
  readonly top: number;
  readonly index: number;
  readonly total: number;
  readonly current: boolean;
  readonly busy: 'accept' | 'close' | undefined;
  readonly handlers: RowHandlers;
  readonly reading: Reading;
  readonly onOpen: (to: string) => void;
};

const keepFocus = (event: MouseEvent): void => {
  const isControl = event.target instanceof Element && event.target.closest('a,button') !== null;
  if (!isControl) event.preventDefault();
};

export const TicketRow = memo((props: Props) => {
  const { ticket, top, index, total, current, busy, handlers, reading, onOpen } = props;
  const { contact, unreadMessages, queue } = ticket;
  const name = contactName(reading.t, contact);
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
      // The focus that gives letters a meaning of their own is the keyboard's: a click leaves it where it was.
      onMouseDown={keepFocus}
    >
      {ticket.status !== 'pending' && (
        <RowLink to={`/tickets/${ticket.uuid}`} label={rowLabel(name, ticket, reading.t)} onOpen={onOpen} />
      )}
      <RowAvatar name={name} picture={contact.profilePicUrl} />
      <div className={classes.lines}>
        <RowTitle name={name} at={ticket.activeAt} reading={reading} />
        <LastMessage ticket={ticket} reading={reading} />
        <div className={`${classes.line} ${classes.meta}`}>
          <RowMeta ticket={ticket} reading={reading} />
          <RowActions ticket={ticket} busy={busy} handlers={handlers} t={reading.t} />
        </div>
      </div>
    </li>
  );
});
