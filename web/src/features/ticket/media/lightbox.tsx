import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageView } from '#contracts/views.ts';
import { Dialog } from '../../../shared/dialog.tsx';
import { dateAndTime } from '../../../shared/formats.ts';
import classes from './media.module.css';
import { wordsOf } from './message-media.tsx';

type Props = {
  readonly message: MessageView;
  readonly index: number;
  readonly count: number;
  /** Goes to the picture before (-1) or after (1). */
  readonly onTurn: (step: -1 | 1) => void;
  readonly onClose: () => void;
};

/** A picture as large as the screen allows, and the way to its neighbours: buttons, or the arrows of the keyboard. */
const Lightbox = ({ message, index, count, onTurn, onClose }: Props) => {
  const { t, i18n } = useTranslation();
  const href = message.mediaUrl ?? undefined;
  const words = wordsOf(message, message.body);
  const [hasPrevious, hasNext] = [index > 0, index < count - 1];
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowLeft' && hasPrevious) onTurn(-1);
    if (event.key === 'ArrowRight' && hasNext) onTurn(1);
  };

  const turn = (step: -1 | 1) => (
    <ActionIcon
      className={(step < 0 ? classes.previous : classes.next) ?? ''}
      size={44}
      radius="xl"
      variant="default"
      aria-label={t(step < 0 ? 'conversation.previous' : 'conversation.next')}
      disabled={step < 0 ? !hasPrevious : !hasNext}
      onClick={() => onTurn(step)}
    >
      {step < 0 ? <IconChevronLeft size={24} aria-hidden /> : <IconChevronRight size={24} aria-hidden />}
    </ActionIcon>
  );

  return (
    <Dialog
      fullScreen
      onClose={onClose}
      onKeyDown={onKeyDown}
      title={
        <Group gap="sm" wrap="nowrap">
          <Button
            component="a"
            href={href}
            download={message.mediaName ?? ''}
            size="compact-sm"
            variant="light"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('files.download')}
          </Button>
          <Text size="xs" c="dimmed" className="figures" truncate>
            {t('conversation.pictureOf', { index: index + 1, count })} ·{' '}
            {dateAndTime(message.createdAt, i18n.language)}
          </Text>
        </Group>
      }
    >
      <div className={classes.lightbox}>
        {count > 1 && turn(-1)}
        <figure className={classes.figure}>
          <img
            key={message.id}
            className={classes.whole}
            src={href}
            alt={words || message.mediaName || t('media.image')}
            data-testid="lightbox"
          />
          {words && <figcaption className={classes.caption}>{words}</figcaption>}
        </figure>
        {count > 1 && turn(1)}
      </div>
    </Dialog>
  );
};
export default Lightbox;
