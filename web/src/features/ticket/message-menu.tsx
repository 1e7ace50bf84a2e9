import { Menu, SimpleGrid } from '@mantine/core';
import { IconArrowBackUp, IconMoodPlus, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageView } from '#contracts/views.ts';
import { reactTo, retryMessage } from '../../api/message-changes.ts';
import { showError } from '../../shared/show-error.ts';
import { useComposing } from './composing.ts';
import classes from './message-menu.module.css';
import { ownReaction, rightsOn } from './message-rights.ts';

type Props = {
  readonly message: MessageView;
  /** Where the button of the message is on the screen. */
  readonly at: DOMRect;
  readonly onDelete: () => void;
  readonly onClose: () => void;
};

const usual = ['👍', '❤️', '😂', '😮', '😢', '🙏'];
const more = [
  ...['😀', '😁', '😊', '😍', '🤩', '😉', '😎', '🤔', '😅', '😴', '😭', '😡'],
  ...['👏', '🙌', '👌', '✌️', '🤝', '💪', '👋', '🫶', '💚', '💯', '🎉', '🔥'],
  ...['✅', '❌', '⏰', '📞', '📦', '🚚'],
];

/** What can be done to a message. It is opened where it is rendered. */
export const MessageMenu = ({ message, at, onDelete, onClose }: Props) => {
  const { t } = useTranslation();
  const composing = useComposing();
  const [all, setAll] = useState(false);
  const { reply, react, edit, remove, retry } = rightsOn(message, Date.now());
  const own = ownReaction(message);
  const { left, top, width, height } = at;

  const emojiItem = (emoji: string) => (
    <Menu.Item
      key={emoji}
      className={classes.emoji ?? ''}
      data-own={emoji === own || undefined}
      aria-label={emoji === own ? t('message.takeBack', { emoji }) : t('message.reactWith', { emoji })}
      onClick={() => {
        void reactTo(message.id, emoji === own ? '' : emoji).catch(showError);
        composing.goWrite();
      }}
    >
      {emoji}
    </Menu.Item>
  );

  return (
    <Menu opened onClose={onClose} position="bottom-end" shadow="md" width={264} withinPortal>
      <Menu.Target>
        <span style={{ position: 'fixed', left, top, width, height, pointerEvents: 'none' }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('message.menu')}>
        {react && (
          <>
            <SimpleGrid cols={6} spacing={0} verticalSpacing={0}>
              {usual.map(emojiItem)}
              {all && more.map(emojiItem)}
              {own !== '' && ![...usual, ...(all ? more : [])].includes(own) && emojiItem(own)}
            </SimpleGrid>
            {!all && (
              <Menu.Item
                closeMenuOnClick={false}
                leftSection={<IconMoodPlus size={16} />}
                onClick={() => setAll(true)}
              >
                {t('message.moreEmojis')}
              </Menu.Item>
            )}
            <Menu.Divider />
          </>
        )}
        {reply && (
          <Menu.Item
            leftSection={<IconArrowBackUp size={16} />}
            onClick={() => composing.begin({ kind: 'reply', message })}
          >
            {t('message.reply')}
          </Menu.Item>
        )}
        {retry && (
          <Menu.Item
            leftSection={<IconRefresh size={16} />}
            onClick={() => void retryMessage(message.id).catch(showError)}
          >
            {t('ticket.sendAgain')}
          </Menu.Item>
        )}
        {edit && (
          <Menu.Item
            leftSection={<IconPencil size={16} />}
            onClick={() => composing.begin({ kind: 'edit', message })}
          >
            {t('message.edit')}
          </Menu.Item>
        )}
        {remove && (
          <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={16} />} onClick={onDelete}>
            {t('message.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
};
