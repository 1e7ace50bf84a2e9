import { ActionIcon } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './media.module.css';
import type { useAttachments } from './use-attachments.ts';

const AttachmentDialog = lazy(() => import('./attachment-dialog.tsx'));

type Props = {
  readonly ticketId: string;
  readonly attachments: ReturnType<typeof useAttachments>;
  /** What has been written so far goes with the files. */
  readonly caption: string;
  readonly quotedId: string | null;
  readonly onSent: () => void;
};

/** The paperclip, and what it leads to. */
export const Attachments = ({ ticketId, attachments, caption, quotedId, onSent }: Props) => {
  const { t } = useTranslation();
  const { files, dragging, chooser, add, choose, set, clear } = attachments;
  return (
    <>
      <ActionIcon
        size={36}
        variant="subtle"
        color="gray"
        aria-label={t('files.attach')}
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
      {files.length > 0 && (
        <Suspense>
          <AttachmentDialog
            ticketId={ticketId}
            files={files}
            caption={caption}
            quotedId={quotedId}
            onChoose={set}
            onMore={choose}
            onClose={clear}
            onSent={() => {
              clear();
              onSent();
            }}
          />
        </Suspense>
      )}
    </>
  );
};
