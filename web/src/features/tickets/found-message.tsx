import { type CSSProperties, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FoundMessage } from '#contracts/search.ts';
import { contactName } from '../../shared/contact-name.ts';
import { markedWords } from './marked-words.ts';
import { RowAvatar, RowTitle } from './row-contact.tsx';
import classes from './rows.module.css';

type Props = {
  readonly found: FoundMessage;
  readonly words: string;
  readonly top: number;
  readonly index: number;
};

export const foundAddress = ({ message, ticket }: FoundMessage): string =>
  `/tickets/${ticket.uuid}?message=${message.id}`;

/** A message that was found, with the words marked. Opens its conversation at this message. */
export const FoundMessageRow = memo(({ found, words, top, index }: Props) => {
  const { t } = useTranslation();
  const { message, ticket } = found;
  const name = contactName(t, ticket.contact);
  const style: CSSProperties & Record<'--queue', string> = {
    '--queue': ticket.queue?.color ?? 'transparent',
    transform: `translateY(${top}px)`,
  };
  return (
    <li
      tabIndex={-1}
      data-index={index}
      data-testid={`found-${message.id}`}
      className={`${classes.row} ${classes.found}`}
      style={style}
    >
      <Link
        className={classes.link ?? ''}
        to={foundAddress(found)}
        aria-label={t('tickets.results.messageOf', { name })}
      />
      <RowAvatar name={name} picture={ticket.contact.profilePicUrl} />
      <div className={classes.lines}>
        <RowTitle name={name} at={message.createdAt} />
        <p className={classes.excerpt}>
          {message.fromMe && `${message.senderName ?? t('ticket.you')}: `}
          {markedWords(message.body, words).map((piece, at) =>
            piece.isMarked ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text keep their order
              <mark key={at} className={classes.mark}>
                {piece.text}
              </mark>
            ) : (
              piece.text
            ),
          )}
        </p>
      </div>
    </li>
  );
});
