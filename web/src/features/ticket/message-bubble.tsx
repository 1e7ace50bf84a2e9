import { ActionIcon, Button } from '@mantine/core';
import { IconBan, IconChevronDown, IconDeviceMobile } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageView } from '#contracts/views.ts';
import { retryMessage } from '../../api/message-changes.ts';
import bubbles from '../../kit/message-bubble.module.css';
import { MessageParts } from '../../kit/message-parts/message-parts.tsx';
import { MessageTick } from '../../kit/message-tick.tsx';
import { useFailureText } from '../../shared/failure-text.ts';
import { clockTime } from '../../shared/formats.ts';
import { mediaIcons } from '../../shared/media-icons.ts';
import { showError } from '../../shared/show-error.ts';
import { OnItsWay } from './composer/on-its-way.tsx';
import type { Bubble } from './conversation-view.ts';
import { mediaOf, wordsOf } from './media/message-media.tsx';
import { MessageChanges } from './message-changes.tsx';
import actionClasses from './message-menu.module.css';
import { useMessageMenu } from './message-menu-context.ts';
import { rightsOn } from './message-rights.ts';
import { MessageText } from './message-text.tsx';
import { Quote } from './quote.tsx';
import classes from './ticket.module.css';

type Props = { readonly bubble: Bubble; readonly showSender: boolean };

export const MessageBubble = memo(({ bubble, showSender }: Props) => {
  const { kind, key, fromMe, first } = bubble;
  const reacted = kind === 'message' && shownReactions(bubble.message).length > 0;
  return (
    <div
      className={bubbles.row}
      data-mine={fromMe || undefined}
      data-first={first || undefined}
      data-reacted={reacted || undefined}
      data-testid={`message-${key}`}
      data-state={kind === 'message' ? bubble.message.state : bubble.item.failure ? 'failed' : 'queued'}
    >
      <div className={bubbles.bubble}>
        {kind === 'message' ? (
          <>
            <ServerMessage message={bubble.message} showSender={showSender && first} />
            <MenuOpener message={bubble.message} />
          </>
        ) : (
          <OnItsWay item={bubble.item} />
        )}
      </div>
    </div>
  );
});

const ServerMessage = ({ message, showSender }: { message: MessageView; showSender: boolean }) => {
  const { t, i18n } = useTranslation();
  const failureText = useFailureText();
  const { quotedMsg } = message;
  const reactions = shownReactions(message);
  return (
    <>
      {showSender && message.senderName && <div className={bubbles.sender}>{message.senderName}</div>}
      {quotedMsg && !message.isDeleted && !message.erased && <Quote quoted={quotedMsg} />}
      {message.isDeleted || message.erased ? (
        <span className={bubbles.gone}>
          <IconBan size={14} aria-hidden />
          {message.erased ? t('ticket.messageErased') : t('ticket.messageDeleted')}
        </span>
      ) : (
        <Content message={message} />
      )}
      <span className={bubbles.stamp}>
        {message.automatic && (
          <span>{t('ticket.automatic', { kind: t(`automatic.${message.automatic}`) })}</span>
        )}
        {message.isEdited && !message.isDeleted && <span>{t('ticket.edited')}</span>}
        <time dateTime={message.createdAt}>{clockTime(message.createdAt, i18n.language)}</time>
        {message.fromMe && <MessageTick state={message.state} />}
      </span>
      {message.state === 'failed' && (
        <div className={`${classes.failure} ${classes.failed}`} role="alert">
          {t('ticket.notSent')} {failureText(message.failure)}
          <SendAgain messageId={message.id} />
        </div>
      )}
      <MessageChanges message={message} />
      {reactions.length > 0 && (
        <span className={bubbles.reactions} role="img" aria-label={t('ticket.reactions')}>
          {reactions.map(({ key, emoji, wanted }) => (
            <span key={key} className={wanted ? actionClasses.wanted : undefined}>
              {emoji}
            </span>
          ))}
        </span>
      )}
    </>
  );
};

/** Its file or place, its words, and what else it shows. */
const Content = ({ message }: { readonly message: MessageView }) => {
  const { t } = useTranslation();
  const { mediaType, parts, editUnread } = message;
  const file = mediaType !== 'text' && (mediaOf(message) ?? <MediaLabel message={message} />);
  const words = <MessageText text={wordsOf(message, shownBody(message))} />;
  return (
    <>
      {parts ? (
        <MessageParts parts={parts} words={words} file={isSaidByParts(message) ? undefined : file} />
      ) : (
        <>
          {file}
          {words}
        </>
      )}
      {editUnread && (
        <div className={classes.unread} role="note">
          <IconDeviceMobile size={14} aria-hidden />
          {t('parts.editUnread')}
        </div>
      )}
    </>
  );
};

/** What only the phone shows is named by what it is, where that is known. */
const isSaidByParts = ({ mediaType, parts }: MessageView): boolean =>
  mediaType === 'unsupported' && parts?.some(({ kind }) => kind === 'more') === true;

/** A message that WhatsApp did not take goes out again as the same one: no phone shows it twice. */
const SendAgain = ({ messageId }: { messageId: string }) => {
  const { t } = useTranslation();
  const mayTry = useMessageMenu() !== undefined;
  if (!mayTry) return null;
  return (
    <Button
      size="compact-xs"
      variant="light"
      color="red"
      onClick={() => void retryMessage(messageId).catch(showError)}
    >
      {t('ticket.sendAgain')}
    </Button>
  );
};

/** The button of what can be done to a message: seen when the pointer or the focus is on the bubble. */
const MenuOpener = ({ message }: { message: MessageView }) => {
  const { t } = useTranslation();
  const open = useMessageMenu();
  if (!open || !Object.values(rightsOn(message, Date.now())).includes(true)) return null;
  return (
    <ActionIcon
      className={actionClasses.opener ?? ''}
      size={24}
      variant="transparent"
      color="gray"
      aria-haspopup="menu"
      aria-label={t('message.menu')}
      onClick={event => open(message, event.currentTarget)}
    >
      <IconChevronDown size={18} aria-hidden />
    </ActionIcon>
  );
};

/** The words as somebody of the company wants them, while that is on its way. */
const shownBody = ({ body, changes }: MessageView): string =>
  changes.findLast(({ kind, reason }) => kind === 'edit' && reason === null)?.body ?? body;

/** The company's reaction is shown as it is wanted, paler until WhatsApp has taken it. */
const shownReactions = ({ reactions, changes }: MessageView) => {
  const wanted = changes.findLast(({ kind, reason }) => kind === 'reaction' && reason === null);
  const others = reactions.map(({ emoji, fromMe }, index) => ({ key: String(index), emoji, fromMe }));
  const mine = wanted?.emoji ? [{ key: 'wanted', emoji: wanted.emoji, wanted: true }] : [];
  return wanted
    ? [...others.filter(({ fromMe }) => !fromMe).map(each => ({ ...each, wanted: false })), ...mine]
    : others.map(each => ({ ...each, wanted: false }));
};

const MediaLabel = ({ message }: { message: MessageView }) => {
  const { t } = useTranslation();
  const Picture = mediaIcons[message.mediaType];
  return (
    <span className={classes.media}>
      <Picture size={20} stroke={1.6} aria-hidden />
      <span>
        {isLost(message) ? t('parts.unreadable') : (message.mediaName ?? t(`media.${message.mediaType}`))}
      </span>
    </span>
  );
};

const waitedForMs = 24 * 3_600_000;

/** It could not be read when it came; what has not come again within a day does not come any more. */
const isLost = ({ mediaType, createdAt }: MessageView): boolean =>
  mediaType === 'unavailable' && Date.now() - Date.parse(createdAt) > waitedForMs;
