import { Button } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageView } from '#contracts/views.ts';
import { newCommandId } from '../../shared/command-id.ts';
import { clockTime } from '../../shared/formats.ts';
import { mediaIcons } from '../../shared/media-icons.ts';
import type { Bubble } from './conversation-view.ts';
import { MessageTick } from './message-tick.tsx';
import type { OutboxItem } from './outbox.ts';
import classes from './ticket.module.css';
import { useOutbox } from './use-outbox.ts';

type Props = { readonly bubble: Bubble; readonly showSender: boolean };

export const MessageBubble = memo(({ bubble, showSender }: Props) => {
  const { kind, key, fromMe, first } = bubble;
  const reacted = kind === 'message' && bubble.message.reactions.length > 0;
  return (
    <div
      className={classes.bubbleRow}
      data-mine={fromMe || undefined}
      data-first={first || undefined}
      data-reacted={reacted || undefined}
      data-testid={`message-${key}`}
      data-state={kind === 'message' ? bubble.message.state : bubble.item.failure ? 'failed' : 'queued'}
    >
      <div className={classes.bubble}>
        {kind === 'message' ? (
          <ServerMessage message={bubble.message} showSender={showSender && first} />
        ) : (
          <TextOnItsWay item={bubble.item} />
        )}
      </div>
    </div>
  );
});

const ServerMessage = ({ message, showSender }: { message: MessageView; showSender: boolean }) => {
  const { t, i18n } = useTranslation();
  const { body, mediaType, quotedMsg, reactions } = message;
  return (
    <>
      {showSender && message.senderName && <div className={classes.sender}>{message.senderName}</div>}
      {quotedMsg && !message.isDeleted && !message.erased && (
        <span className={classes.quote}>
          <strong>
            {quotedMsg.fromMe ? t('ticket.you') : (quotedMsg.senderName ?? t('ticket.contact'))}
          </strong>
          <br />
          {quotedMsg.erased ? t('ticket.messageErased') : quotedMsg.body || t(`media.${quotedMsg.mediaType}`)}
        </span>
      )}
      {message.isDeleted || message.erased ? (
        <span className={classes.gone}>
          {message.erased ? t('ticket.messageErased') : t('ticket.messageDeleted')}
        </span>
      ) : (
        <>
          {mediaType !== 'text' && <MediaLabel message={message} />}
          {mediaType !== 'unavailable' && <span className={classes.text}>{body}</span>}
        </>
      )}
      <span className={classes.stamp}>
        {message.isEdited && !message.isDeleted && <span>{t('ticket.edited')}</span>}
        <time dateTime={message.createdAt}>{clockTime(message.createdAt, i18n.language)}</time>
        {message.fromMe && <MessageTick state={message.state} />}
      </span>
      {message.state === 'failed' && (
        <div className={`${classes.failure} ${classes.failed}`} role="alert">
          {t('ticket.notSent')}
          {mediaType === 'text' && <WriteAgain message={message} />}
        </div>
      )}
      {reactions.length > 0 && (
        <span className={classes.reactions} role="img" aria-label={t('ticket.reactions')}>
          {reactions.map(reaction => reaction.emoji).join(' ')}
        </span>
      )}
    </>
  );
};

/** A message that WhatsApp did not take is written anew: the failed one stays as what it is. */
const WriteAgain = ({ message }: { message: MessageView }) => {
  const { t } = useTranslation();
  const outbox = useOutbox();
  const { ticketId, body, quotedMsg } = message;
  const write = (): void =>
    outbox.add({
      commandId: newCommandId(),
      ticketId,
      body,
      quotedMsg: quotedMsg && { id: quotedMsg.id },
      at: new Date().toISOString(),
    });
  return (
    <Button size="compact-xs" variant="light" color="red" onClick={write}>
      {t('ticket.sendAgain')}
    </Button>
  );
};

const MediaLabel = ({ message }: { message: MessageView }) => {
  const { t } = useTranslation();
  const Picture = mediaIcons[message.mediaType];
  return (
    <span className={classes.media}>
      <Picture size={20} stroke={1.6} aria-hidden />
      <span>{message.mediaName ?? t(`media.${message.mediaType}`)}</span>
    </span>
  );
};

const TextOnItsWay = ({ item }: { item: OutboxItem }) => {
  const { t, i18n } = useTranslation();
  const outbox = useOutbox();
  return (
    <>
      <span className={classes.text}>{item.body}</span>
      <span className={classes.stamp}>
        <time dateTime={item.at}>{clockTime(item.at, i18n.language)}</time>
        <MessageTick state={item.failure ? 'failed' : 'queued'} />
      </span>
      {item.failure && (
        <div className={`${classes.failure} ${classes.failed}`} role="alert">
          {t(`errors.${item.failure}`, t('ticket.notSent'))}
          <Button size="compact-xs" variant="light" color="red" onClick={() => outbox.retry(item)}>
            {t('ticket.sendAgain')}
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => outbox.discard(item)}>
            {t('ticket.discard')}
          </Button>
        </div>
      )}
    </>
  );
};
