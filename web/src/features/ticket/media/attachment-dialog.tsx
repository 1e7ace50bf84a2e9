import { ActionIcon, Alert, Button, CloseButton, Group, Textarea } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../shared/dialog.tsx';
import { isSendKey } from '../../../shared/is-send-key.ts';
import { showRefused } from '../../../shared/show-error.ts';
import '../../../live/outbox/kept-files.ts';
import type { PreparedFile } from '../composer/outgoing.ts';
import { goesAsDocument, mostFiles, type Refused } from './choose-files.ts';
import { ChosenFile } from './chosen-file.tsx';
import { fileSize } from './file-size.ts';
import classes from './media.module.css';
import type { useAttachments } from './use-attachments.ts';
import { usePreparedFiles } from './use-prepared-files.ts';

type Props = {
  readonly attachments: ReturnType<typeof useAttachments>;
  readonly caption: string;
  readonly onWords: (caption: string) => void;
  readonly onSend: (files: readonly PreparedFile[], caption: string) => void;
  readonly onClose: () => void;
};

/** Files that are about to be sent as they look, with the words that go with them. */
const AttachmentDialog = ({ attachments, caption, onWords, onSend, onClose }: Props) => {
  const { t } = useTranslation();
  const { files, refused } = attachments.chosen;
  const [busy, setBusy] = useState(false);
  const { prepared, all } = usePreparedFiles(files);
  const some = files.length > 0;
  const settle = useTellingWhenGone(some);

  const send = async (): Promise<void> => {
    if (busy || !some) return;
    setBusy(true);
    settle();
    onSend(await all(), caption);
  };
  const close = (): void => {
    settle();
    onClose();
  };

  return (
    <Dialog
      onClose={close}
      title={some ? t('files.title', { count: files.length }) : t('composer.notAttached')}
      size="lg"
    >
      {refused.length > 0 && <RefusedFiles refused={refused} limit={attachments.fileLimit} />}
      <div className={classes.chosen} data-testid="chosen-files">
        {files.map(file => (
          <div
            key={`${file.name} ${file.size} ${file.lastModified}`}
            className={classes.thumb}
            data-alone={files.length === 1 || undefined}
          >
            <ChosenFile file={file} />
            {goesAsDocument(prepared.get(file)?.file ?? file, attachments.mediaLimit) && (
              <span className={classes.asDocument}>{t('composer.asDocument')}</span>
            )}
            <CloseButton
              className={classes.remove ?? ''}
              size="sm"
              variant="default"
              aria-label={t('files.remove', { name: file.name })}
              disabled={busy}
              onClick={() => attachments.remove(file)}
            />
          </div>
        ))}
        <ActionIcon
          size={48}
          variant="default"
          radius="xl"
          aria-label={t('files.attach')}
          disabled={busy}
          onClick={attachments.choose}
          style={{ alignSelf: 'center', flex: 'none' }}
        >
          <IconPlus size={20} aria-hidden />
        </ActionIcon>
      </div>
      {some && (
        <Textarea
          mt="md"
          autosize
          minRows={1}
          maxRows={4}
          data-autofocus
          aria-label={t('files.caption')}
          placeholder={t('files.caption')}
          value={caption}
          onChange={event => onWords(event.currentTarget.value)}
          onPaste={attachments.onPaste}
          onKeyDown={event => {
            if (!isSendKey(event)) return;
            event.preventDefault();
            void send();
          }}
        />
      )}
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={close}>
          {some ? t('common.cancel') : t('common.close')}
        </Button>
        {some && (
          <Button loading={busy} onClick={() => void send()} data-testid="send-files">
            {t('ticket.send')}
          </Button>
        )}
      </Group>
    </Dialog>
  );
};
export default AttachmentDialog;

/** Says that chosen files were not sent when the conversation goes from under them. Answers how to say nothing. */
const useTellingWhenGone = (some: boolean): (() => void) => {
  const { t } = useTranslation();
  const lost = useRef<string>(undefined);
  const isSettled = useRef(false);
  const isHere = useRef(false);
  useEffect(() => {
    lost.current = some ? t('composer.filesKept') : undefined;
  });
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      queueMicrotask(() => {
        if (!isHere.current && !isSettled.current && lost.current) showRefused(lost.current);
      });
    };
  }, []);
  return () => {
    isSettled.current = true;
  };
};

const RefusedFiles = ({ refused, limit }: { refused: readonly Refused[]; limit: number }) => {
  const { t, i18n } = useTranslation();
  const why = (file: Refused): string => {
    if (file.why === 'tooMany') return t('composer.refused.tooMany', { count: mostFiles });
    if (file.why === 'folder') return t('composer.refused.folder');
    if (file.why === 'empty') return t('composer.refused.empty');
    return t('composer.refused.tooLarge', {
      size: fileSize(file.size, i18n.language),
      limit: fileSize(limit, i18n.language),
    });
  };
  return (
    <Alert color="red" variant="light" mb="md" role="alert" title={t('composer.refusedIntro')}>
      {refused.map(file => (
        <div key={`${file.name} ${file.size}`} className={classes.refused}>
          <strong>{file.name}</strong> {why(file)}
        </div>
      ))}
    </Alert>
  );
};
