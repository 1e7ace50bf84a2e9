import type { TFunction } from 'i18next';
import { type CSSProperties, memo } from 'react';
import type { FoundMessage } from '#contracts/search.ts';
import { contactName } from '../../shared/contact-name.ts';
import { partWords } from '../../shared/part-words.ts';
import { spokenWords } from '../../shared/spoken-words.ts';
import { markedWords, type Piece } from './marked-words.ts';
import { RowAvatar, RowTitle } from './row-contact.tsx';
import { RowLink } from './row-link.tsx';
import classes from './rows.module.css';
import type { Reading } from './use-reading.ts';

type Props = {
  readonly found: FoundMessage;
  readonly words: string;
  readonly top: number;
  readonly index: number;
  readonly reading: Reading;
  readonly onOpen: (to: string) => void;
};

/** Where the words are: in what was written, or in what the message shows beside it. */
const foundPieces = (
  said: string,
  { parts, mediaType }: FoundMessage['message'],
  words: string,
  t: TFunction,
): readonly Piece[] => {
  const pieces = markedWords(said || t(`media.${mediaType}`), words);
  const beside = partWords(parts);
  if (!beside || pieces.some(({ isMarked }) => isMarked)) return pieces;
  return markedWords([said, beside].filter(Boolean).join(' · '), words);
};

export const foundAddress = ({ message, ticket }: FoundMessage): string =>
  `/tickets/${ticket.uuid}?message=${message.id}`;

/** A message that was found, with the words marked. Opens its conversation at this message. */
export const FoundMessageRow = memo(({ found, words, top, index, reading, onOpen }: Props) => {
  const { t } = reading;
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
      <RowLink to={foundAddress(found)} label={t('tickets.results.messageOf', { name })} onOpen={onOpen} />
      <RowAvatar name={name} picture={ticket.contact.profilePicUrl} />
      <div className={classes.lines}>
        <RowTitle name={name} at={message.createdAt} reading={reading} />
        <p className={classes.excerpt} dir="auto">
          {message.fromMe && `${message.senderName ?? t('ticket.you')}: `}
          {foundPieces(spokenWords(message), message, words, t).map((piece, at) =>
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
