import { IconPaperclip } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { QuickMessageView } from '#contracts/quick-messages.ts';
import classes from './composer.module.css';
import { quickReplyLabel } from './quick-replies.ts';

type Props = {
  readonly id: string;
  readonly found: readonly QuickMessageView[];
  readonly at: number;
  readonly onPick: (reply: QuickMessageView) => void;
};

/** Above the input: the quick replies that were asked for with /. The focus stays in the input. */
export const QuickReplyList = ({ id, found, at, onPick }: Props) => {
  const { t } = useTranslation();
  if (found.length === 0) return null;
  return (
    <div className={classes.replies} id={id} role="listbox" aria-label={t('composer.quickReplies')}>
      {found.map((reply, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's
        <div
          key={reply.id}
          id={`${id}-${index}`}
          className={classes.reply}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          title={reply.message}
          onMouseDown={event => event.preventDefault()}
          onClick={() => onPick(reply)}
        >
          {quickReplyLabel(reply)}
          {reply.mediaName && <IconPaperclip size={14} role="img" aria-label={reply.mediaName} />}
        </div>
      ))}
    </div>
  );
};
