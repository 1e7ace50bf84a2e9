import { ActionIcon, Alert, Button, CloseButton, Group, Progress, Textarea } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendFiles } from '../../../api/media.ts';
import { newCommandId } from '../../../shared/command-id.ts';
import { Dialog } from '../../../shared/dialog.tsx';
import { errorText } from '../../../shared/show-error.ts';
import { ChosenFile } from './chosen-file.tsx';
import classes from './media.module.css';
import { prepareFile } from './prepare-file.ts';

type Props = {
  readonly ticketId: string;
  readonly files: readonly File[];
  readonly caption: string;
  readonly quotedId: string | null;
  readonly onChoose: (files: readonly File[]) => void;
  readonly onMore: () => void;
  readonly onSent: () => void;
  readonly onClose: () => void;
};

/** Files that are about to be sent, with the words that go with them, and how far they are on their way. */
const AttachmentDialog = (props: Props) => {
  const { ticketId, files, caption, quotedId, onChoose, onMore, onSent, onClose } = props;
  const { t } = useTranslation();
  const [words, setWords] = useState(caption);
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const sending = useRef<AbortController>(undefined);
  // The same files and words again are the same command: what has arrived is not sent twice.
  const command = useRef(newCommandId());
  useEffect(() => () => sending.current?.abort(), []);

  const send = async (): Promise<void> => {
    const going = new AbortController();
    sending.current = going;
    setFailure(undefined);
    setShare(0);
    try {
      const prepared = await Promise.all(files.map(prepareFile));
      const wanted = { ticketId, files: prepared, caption: words.trim() };
      await sendFiles(
        { ...wanted, quotedId, commandId: command.current },
        { onProgress: setShare, signal: going.signal },
      );
      onSent();
    } catch (error) {
      if (!going.signal.aborted) setFailure(errorText(error));
      setShare(undefined);
    }
  };
  const busy = share !== undefined;
  const changed = () => {
    command.current = newCommandId();
    setFailure(undefined);
  };

  return (
    <Dialog
      onClose={onClose}
      title={t('files.title', { count: files.length })}
      size="lg"
      closeOnClickOutside={!busy}
    >
      <div className={classes.chosen} data-testid="chosen-files">
        {files.map((file, index) => (
          <div key={`${file.name} ${file.size} ${file.lastModified}`} className={classes.thumb}>
            <ChosenFile file={file} />
            {!busy && (
              <CloseButton
                className={classes.remove ?? ''}
                size="sm"
                variant="default"
                aria-label={t('files.remove', { name: file.name })}
                onClick={() => {
                  changed();
                  onChoose(files.filter((_, other) => other !== index));
                }}
              />
            )}
          </div>
        ))}
        {!busy && (
          <ActionIcon
            size={48}
            variant="default"
            radius="xl"
            aria-label={t('files.attach')}
            onClick={() => {
              changed();
              onMore();
            }}
            style={{ alignSelf: 'center', flex: 'none' }}
          >
            <IconPlus size={20} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <Textarea
        mt="md"
        autosize
        minRows={1}
        maxRows={4}
        data-autofocus
        aria-label={t('files.caption')}
        placeholder={t('files.caption')}
        value={words}
        disabled={busy}
        onChange={event => {
          setWords(event.currentTarget.value);
          changed();
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          if (!busy) void send();
        }}
      />
      {failure && (
        <Alert mt="md" color="red" variant="light">
          {failure}
        </Alert>
      )}
      {busy && <Progress mt="md" value={share * 100} aria-label={t('files.sending')} animated />}
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={busy ? () => sending.current?.abort() : onClose}>
          {t('common.cancel')}
        </Button>
        <Button loading={busy} onClick={() => void send()} data-testid="send-files">
          {failure ? t('ticket.sendAgain') : t('ticket.send')}
        </Button>
      </Group>
    </Dialog>
  );
};
export default AttachmentDialog;
