import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowBackUp, IconChevronDown, IconPencil, IconTrash } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageTick } from '../../kit/message-tick.tsx';
import { clockTime } from '../../shared/formats.ts';
import { FormattedText } from '../../shared/formatted-text.tsx';
import classes from './bubble.module.css';
import { MessageContent } from './message-content.tsx';
import { Preview } from './preview.tsx';
import type { SimulatedMessage } from './simulator-api.ts';

/** What the owner of the phone can do with a message. */
export type BubbleActions = {
  readonly reply: (message: SimulatedMessage) => void;
  readonly edit: (message: SimulatedMessage) => void;
  readonly revoke: (message: SimulatedMessage) => void;
  readonly react: (message: SimulatedMessage, emoji: string) => void;
  readonly play: (message: SimulatedMessage) => void;
};

type Props = {
  readonly message: SimulatedMessage;
  readonly first: boolean;
  /** Shown above what others write in a group. */
  readonly sender: string | undefined;
  readonly quoted: SimulatedMessage | undefined;
  readonly quotedName: string;
  /** The emoji that the owner gave. */
  readonly given: string | undefined;
  readonly actions: BubbleActions;
};

/** A message as a phone shows it. */
export const Bubble = memo(({ message, first, sender, quoted, quotedName, given, actions }: Props) => {
  const { t } = useTranslation();
  const { fromMe, status, text, revoked, reactions, media } = message;
  const isCaption =
    message.type !== 'json' &&
    !message.poll &&
    message.vcard === undefined &&
    !message.vcards &&
    !message.location;
  return (
    <div
      className={classes.row}
      data-mine={fromMe || undefined}
      data-status={status}
      data-first={first || undefined}
      data-reacted={reactions.length > 0 || undefined}
    >
      <div className={classes.bubble} data-bare={media?.kind === 'sticker' || undefined}>
        {sender && first && <div className={classes.sender}>{sender}</div>}
        {message.quoted !== undefined && !revoked && (
          <span className={classes.quote}>
            <strong>{quotedName}</strong>
            {quoted ? <Preview message={quoted} /> : t('simulator.kind.text')}
          </span>
        )}
        {revoked ? (
          <em className={classes.gone}>{t('ticket.messageDeleted')}</em>
        ) : (
          <>
            <MessageContent message={message} onPlay={fromMe ? undefined : () => actions.play(message)} />
            {isCaption && text && <FormattedText text={text} />}
          </>
        )}
        <Stamp message={message} />
        {reactions.length > 0 && !revoked && (
          <span className={classes.reactions} role="img" aria-label={reactionsLabel(t, reactions)}>
            {[...new Set(reactions.map(({ emoji }) => emoji))].join('')}
            {reactions.length > 1 && <span>{reactions.length}</span>}
          </span>
        )}
        {!revoked && <BubbleMenu message={message} given={given} actions={actions} />}
      </div>
    </div>
  );
});

const reactionsLabel = (
  t: ReturnType<typeof useTranslation>['t'],
  reactions: SimulatedMessage['reactions'],
): string => `${t('ticket.reactions')}: ${reactions.map(({ emoji }) => emoji).join(' ')}`;

const Stamp = ({ message }: { message: SimulatedMessage }) => {
  const { t, i18n } = useTranslation();
  const { edited, revoked, fromMe, played, status } = message;
  const at = new Date(message.at).toISOString();
  const tick = status === 'pending' ? 'queued' : played && message.media ? 'played' : status;
  return (
    <span className={classes.stamp}>
      {edited && !revoked && <span>{t('ticket.edited')}</span>}
      <time dateTime={at}>{clockTime(at, i18n.language)}</time>
      {fromMe && !revoked && <MessageTick state={tick} />}
    </span>
  );
};

const emojis = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

type MenuProps = Pick<Props, 'message' | 'given' | 'actions'>;

/** The menu comes into being when it is first asked for: a long chat has many. */
const BubbleMenu = (props: MenuProps) => {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const label = t('simulator.messageActions');
  if (!asked) return <MenuButton aria-label={label} onClick={() => setAsked(true)} />;
  return (
    <Menu defaultOpened position="bottom-end" width={240}>
      <Menu.Target>
        <MenuButton aria-label={label} data-open />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItems {...props} />
      </Menu.Dropdown>
    </Menu>
  );
};

const MenuButton = (props: React.ComponentProps<typeof ActionIcon<'button'>>) => (
  <ActionIcon size={24} radius="xl" variant="default" {...props} className={classes.menu ?? ''}>
    <IconChevronDown size={16} aria-hidden />
  </ActionIcon>
);

const MenuItems = ({ message, given, actions }: MenuProps) => {
  const { t } = useTranslation();
  const isText = message.type === 'text';
  return (
    <>
      <div className={classes.emojis}>
        {emojis.map(emoji => (
          <Menu.Item
            key={emoji}
            className={classes.emoji ?? ''}
            aria-label={
              given === emoji ? t('simulator.takeBack', { emoji }) : t('simulator.react', { emoji })
            }
            data-given={given === emoji || undefined}
            onClick={() => actions.react(message, given === emoji ? '' : emoji)}
          >
            {emoji}
          </Menu.Item>
        ))}
      </div>
      <Menu.Divider />
      <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => actions.reply(message)}>
        {t('simulator.reply')}
      </Menu.Item>
      {message.fromMe && isText && (
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => actions.edit(message)}>
          {t('simulator.edit')}
        </Menu.Item>
      )}
      {message.fromMe && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => actions.revoke(message)}>
          {t('simulator.revoke')}
        </Menu.Item>
      )}
    </>
  );
};
