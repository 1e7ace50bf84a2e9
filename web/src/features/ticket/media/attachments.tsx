import { ActionIcon } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { untilThere } from '../../../shared/until-there.ts';
import type { PreparedFile } from '../composer/outgoing.ts';
import classes from './media.module.css';
import type { useAttachments } from './use-attachments.ts';

const AttachmentDialog = lazy(untilThere(() => import('./attachment-dialog.tsx')));

type Props = {
  readonly attachments: ReturnType<typeof useAttachments>;
  /** What has been written so far goes with the files. */
  readonly caption: string;
  readonly onSend: (files: readonly PreparedFile[], caption: string) => void;
  readonly onWords: (caption: string) => void;
  /** The files were sent or given up. */
  readonly onClosed: () => void;
};

/** The paperclip, and what it leads to. */
export const Attachments = ({ attachments, caption, onSend, onWords, onClosed }: Props) => {
  const { t } = useTranslation();
  const { chosen, dragging, chooser, add, choose, clear } = attachments;
  return (
    <>
      <ActionIcon
        size={36}
        variant="subtle"
        color="gray"
        aria-label={t('files.attach')}
        data-hint={t('files.attach')}
        onClick={choose}
        data-testid="attach"
      >
        <IconPaperclip size={20} aria-hidden />
      </ActionIcon>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-hidden
        tabIndex={-1}
        data-testid="file-chooser"
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      {dragging && (
        <div className={classes.drop}>
          <IconPaperclip size={28} aria-hidden />
          {t('files.drop')}
        </div>
      )}
      {(chosen.files.length > 0 || chosen.refused.length > 0) && (
        <Suspense>
          <AttachmentDialog
            attachments={attachments}
            caption={caption}
            onWords={onWords}
            onSend={(files, words) => {
              clear();
              onSend(files, words);
              onClosed();
            }}
            onClose={() => {
              clear();
              onClosed();
            }}
          />
        </Suspense>
      )}
    </>
  );
};
