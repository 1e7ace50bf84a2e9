import { IconArrowForwardUp, IconBan, IconDeviceMobile, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CarriedQuote, Part } from '#domain/message/parts.ts';
import bubbles from '../message-bubble.module.css';
import classes from './message-parts.module.css';
import { PartPicture } from './part-picture.tsx';
import { useMoreText } from './use-more-text.ts';

type Note = Extract<Part, { kind: 'note' }>;

/** What is true of a message beside what it says: that it was forwarded, that its event is cancelled. */
export const NoteLine = ({ note }: { readonly note: Note }) => {
  const { t } = useTranslation();
  const Icon = note.of.startsWith('forwarded')
    ? IconArrowForwardUp
    : note.of === 'cancelled'
      ? IconBan
      : IconInfoCircle;
  return (
    <div className={classes.note}>
      <Icon size={14} aria-hidden />
      <span>
        {t(`parts.note.${note.of}`)}
        {note.text && (
          <>
            {' '}
            <strong>{note.text}</strong>
          </>
        )}
      </span>
    </div>
  );
};

/** Quoted words as the sender's phone has them: the message itself is not here. */
export const CarriedWords = ({ quote }: { readonly quote: CarriedQuote }) => {
  const { t } = useTranslation();
  const media = t(`media.${quote.mediaType}`, { defaultValue: '' });
  return (
    <div className={`${bubbles.quote} ${classes.carried}`} data-testid="carried-quote">
      <span>
        <strong>{useAuthor(quote)}</strong>
        <br />
        {quote.text || media}
      </span>
      {quote.picture && <PartPicture picture={quote.picture} className={classes.quotePicture} />}
    </div>
  );
};

const useAuthor = ({ of, fromMe, author }: CarriedQuote): string => {
  const { t } = useTranslation();
  if (of === 'status') return fromMe ? t('parts.quote.ownStatus') : t('parts.quote.status');
  if (of === 'question') return t('parts.quote.question');
  return fromMe ? t('ticket.you') : (author ?? t('ticket.contact'));
};

/** Says what of a message is to be seen on the phone alone. */
export const MoreOnPhone = ({ of }: Pick<Extract<Part, { kind: 'more' }>, 'of'>) => {
  const text = useMoreText(of);
  return (
    <div className={classes.note} data-testid="more-on-phone">
      <IconDeviceMobile size={14} aria-hidden />
      <span>{text}</span>
    </div>
  );
};
