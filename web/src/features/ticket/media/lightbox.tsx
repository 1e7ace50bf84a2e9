import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { MessageView } from '#contracts/views.ts';
import { Dialog } from '../../../shared/dialog.tsx';
import classes from './media.module.css';

type Props = { readonly message: MessageView; readonly words: string; readonly onClose: () => void };

/** A picture as large as the screen allows. */
const Lightbox = ({ message, words, onClose }: Props) => {
  const { t } = useTranslation();
  const href = message.mediaUrl ?? undefined;
  return (
    <Dialog
      fullScreen
      onClose={onClose}
      title={
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
      }
    >
      <div className={classes.lightbox}>
        <img className={classes.whole} src={href} alt={words} data-testid="lightbox" />
      </div>
    </Dialog>
  );
};
export default Lightbox;
