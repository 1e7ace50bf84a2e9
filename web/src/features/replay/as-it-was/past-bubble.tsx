import { Anchor } from '@mantine/core';
import { IconBan, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PastMessageView } from '#contracts/replay.ts';
import bubbles from '../../../kit/message-bubble.module.css';
import { MessageParts } from '../../../kit/message-parts/message-parts.tsx';
import { MessageTick } from '../../../kit/message-tick.tsx';
import { clockTime } from '../../../shared/formats.ts';
import { FormattedText } from '../../../shared/formatted-text.tsx';
import { mediaIcons } from '../../../shared/media-icons.ts';
import { spokenWords } from '../../../shared/spoken-words.ts';
import classes from './as-it-was.module.css';

type Props = { readonly message: PastMessageView; readonly showsSender: boolean };

/** A message as it was, and what became of it since. */
export const PastBubble = ({ message, showsSender }: Props) => {
  const { t, i18n } = useTranslation();
  const { fromMe, reactions, senderName, automatic, later } = message;
  return (
    <div
      className={bubbles.row}
      data-mine={fromMe || undefined}
      data-reacted={reactions.length > 0 || undefined}
      data-testid={`message-${message.id}`}
    >
      <div className={bubbles.bubble}>
        {showsSender && senderName && <div className={bubbles.sender}>{senderName}</div>}
        <Words message={message} />
        <span className={bubbles.stamp}>
          {automatic && <span>{t('ticket.automatic', { kind: t(`automatic.${automatic}`) })}</span>}
          {message.isEdited && !message.isDeleted && <span>{t('ticket.edited')}</span>}
          <time dateTime={message.createdAt}>{clockTime(message.createdAt, i18n.language)}</time>
          {fromMe && <MessageTick state={message.state} />}
        </span>
        {later && (
          <div className={classes.later}>
            {later === 'edited' ? <IconPencil size={14} aria-hidden /> : <IconTrash size={14} aria-hidden />}
            {t(`replay.later.${later}`)}
          </div>
        )}
        {reactions.length > 0 && (
          <span className={bubbles.reactions} role="img" aria-label={t('ticket.reactions')}>
            {reactions.map(({ emoji }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: reactions of one message have no other name
              <span key={index}>{emoji}</span>
            ))}
          </span>
        )}
      </div>
    </div>
  );
};

const Words = ({ message }: { readonly message: PastMessageView }) => {
  const { t } = useTranslation();
  const { quotedMsg, erased, isDeleted, withheld } = message;
  if (erased || isDeleted || withheld)
    return (
      <span className={bubbles.gone}>
        <IconBan size={14} aria-hidden />
        {erased ? t('ticket.messageErased') : withheld ? t('replay.withheld') : t('ticket.messageDeleted')}
      </span>
    );
  return (
    <>
      {quotedMsg && (
        <span className={bubbles.quote}>
          <strong>
            {quotedMsg.fromMe ? t('ticket.you') : (quotedMsg.senderName ?? t('ticket.contact'))}
          </strong>
          <br />
          {quotedMsg.erased
            ? t('ticket.messageErased')
            : spokenWords(quotedMsg) || t(`media.${quotedMsg.mediaType}`)}
        </span>
      )}
      {message.parts ? (
        <MessageParts
          parts={message.parts}
          words={<FormattedText text={message.body} />}
          file={message.mediaType !== 'text' && <File message={message} />}
        />
      ) : (
        <>
          {message.mediaType !== 'text' && <File message={message} />}
          <FormattedText text={message.body} />
        </>
      )}
    </>
  );
};

/** What a message brought along: opened beside where it is there still. */
const File = ({ message }: { readonly message: PastMessageView }) => {
  const { t } = useTranslation();
  const { mediaType, mediaUrl, mediaName, media } = message;
  const Picture = mediaIcons[mediaType];
  const name = mediaName || t(`media.${mediaType}`);
  return (
    <span className={classes.file}>
      {media?.thumbnailUrl && <img src={media.thumbnailUrl} alt="" loading="lazy" />}
      <span>
        <Picture size={18} stroke={1.6} aria-hidden />{' '}
        {mediaUrl ? (
          <Anchor href={mediaUrl} target="_blank" rel="noreferrer" size="sm">
            {name}
          </Anchor>
        ) : (
          name
        )}
      </span>
    </span>
  );
};
