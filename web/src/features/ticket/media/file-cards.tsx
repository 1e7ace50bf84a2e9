import { Button, Loader } from '@mantine/core';
import {
  IconAlertTriangle,
  IconDownload,
  IconFile,
  IconFileText,
  IconFileTypePdf,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageView } from '#contracts/views.ts';
import { nameWithEnding } from '#domain/shared/file-kinds.ts';
import { requestFile } from '../../../api/media.ts';
import { newCommandId } from '../../../shared/command-id.ts';
import { mediaIcons } from '../../../shared/media-icons.ts';
import { showError } from '../../../shared/show-error.ts';
import { boxSize } from './box-size.ts';
import { fileSize } from './file-size.ts';
import classes from './media.module.css';
import type { FileProps } from './message-media.tsx';

/** A file to keep: what it is, its name and size. */
export const DocumentCard = ({ message, media }: FileProps) => {
  const { t, i18n } = useTranslation();
  const name = message.mediaName ?? nameWithEnding(t(`media.${message.mediaType}`), media.mime);
  return (
    <a
      className={classes.card}
      href={message.mediaUrl ?? undefined}
      download={name}
      data-testid="document"
      title={name}
    >
      <DocumentIcon mime={media.mime} />
      <span className={classes.words}>
        <span className={classes.line}>{name}</span>
        <span className={`${classes.line} ${classes.small}`}>
          {[typeOf(name), media.size === null ? '' : fileSize(media.size, i18n.language)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <IconDownload size={20} aria-label={t('files.download')} />
    </a>
  );
};

type Sending = FileProps & {
  /** How far it is. */
  readonly progress: ReactNode;
  readonly cancel: ReactNode;
};

/** The same card while its file is on its way: as large, with other things to see and to do. */
export const SendingCard = ({ message, media, progress, cancel }: Sending) => (
  <div className={classes.card} data-testid="document">
    <DocumentIcon mime={media.mime} />
    <span className={classes.words}>
      <span className={classes.line} title={message.mediaName ?? undefined}>
        {message.mediaName}
      </span>
      <span className={`${classes.line} ${classes.small}`}>{progress}</span>
    </span>
    {cancel}
  </div>
);

const DocumentIcon = ({ mime }: { mime: string | null }) => {
  const Icon = mime === 'application/pdf' ? IconFileTypePdf : mime === 'text/plain' ? IconFileText : IconFile;
  return <Icon size={32} stroke={1.4} aria-hidden />;
};

const typeOf = (name: string): string => /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toUpperCase() ?? '';

const isBox = ({ mediaType }: MessageView): boolean => mediaType === 'image' || mediaType === 'video';

/** Takes the room that the file will take. */
export const WaitingFile = ({ message, media }: FileProps) => {
  const { t, i18n } = useTranslation();
  const Icon = mediaIcons[message.mediaType];
  const label = (
    <>
      <Loader size={16} color="gray" aria-hidden />
      <span>{t('files.waiting')}</span>
    </>
  );
  if (isBox(message)) {
    const { width, height } = media.sticker ? { width: 160, height: 160 } : boxSize(media);
    return (
      <div
        className={`${classes.box} ${classes.wait}`}
        style={{ width, aspectRatio: `${width} / ${height}` }}
        role="status"
        data-testid="file-waiting"
      >
        {label}
      </div>
    );
  }
  return (
    <div
      className={message.mediaType === 'audio' ? classes.voice : classes.card}
      role="status"
      data-testid="file-waiting"
    >
      <Icon size={28} stroke={1.4} aria-hidden />
      <span className={classes.words}>
        {message.mediaName && <span className={classes.line}>{message.mediaName}</span>}
        <span className={`${classes.wait} ${classes.line}`} style={{ justifyContent: 'flex-start' }}>
          {t('files.waiting')}
          {media.size === null ? '' : ` ${fileSize(media.size, i18n.language)}`}
        </span>
      </span>
      <Loader size={16} color="gray" aria-hidden />
    </div>
  );
};

/** Why there is no file, and a button to try once more; a file of the history is only waiting to be asked for. */
export const FailedFile = ({ message, media }: FileProps) => {
  const { t } = useTranslation();
  const request = useMutation({
    mutationFn: () => requestFile(message.id, newCommandId()),
    onError: showError,
  });
  const reason = reasons.find(known => known === media.reason) ?? 'unreachable';
  const isLeft = reason === 'not-downloaded';
  return (
    <div
      className={`${classes.card} ${isLeft ? '' : classes.failed}`}
      {...(isLeft ? {} : { role: 'alert' })}
      data-testid="file-failed"
    >
      {isLeft ? <IconDownload size={24} aria-hidden /> : <IconAlertTriangle size={24} aria-hidden />}
      <span className={classes.words}>
        <span className={classes.line}>{message.mediaName ?? t(`media.${message.mediaType}`)}</span>
        <span className={classes.small}>{t(`files.failure.${reason}`)}</span>
      </span>
      {reason !== 'no-key' && (
        <Button
          size="compact-xs"
          variant="light"
          {...(isLeft ? {} : { color: 'red' })}
          loading={request.isPending || request.isSuccess}
          onClick={() => request.mutate()}
        >
          {isLeft ? t('files.get') : t('ticket.sendAgain')}
        </Button>
      )}
    </div>
  );
};

const reasons = ['not-downloaded', 'no-key', 'expired', 'too-large', 'unreachable', 'broken'] as const;
