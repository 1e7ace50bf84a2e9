import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesKey } from '../../../api/messages.ts';
import { boxSize } from './box-size.ts';
import classes from './media.module.css';
import type { FileProps } from './message-media.tsx';
import { useOpenPicture } from './picture-album.ts';

/** An address that does not open any more is replaced by reading the conversation anew, once. */
const useFreshAddress = (ticketId: string) => {
  const client = useQueryClient();
  const asked = useRef(false);
  return () => {
    if (asked.current) return;
    asked.current = true;
    void client.invalidateQueries({ queryKey: messagesKey(ticketId) });
  };
};

export const Picture = ({ message, media }: FileProps) => {
  const { t } = useTranslation();
  const open = useOpenPicture();
  const onError = useFreshAddress(message.ticketId);
  const { width, height } = boxSize(media);
  const words = message.body || message.mediaName || t('media.image');
  return (
    <button
      type="button"
      className={`${classes.box} ${classes.picture}`}
      style={{ width, aspectRatio: `${width} / ${height}` }}
      aria-label={t('files.openPicture')}
      onClick={() => open?.(message.id)}
      data-testid="picture"
    >
      <img
        className={classes.fill}
        src={media.thumbnailUrl ?? message.mediaUrl ?? undefined}
        alt={words}
        width={width}
        height={height}
        decoding="async"
        onError={onError}
      />
    </button>
  );
};

export const Sticker = ({ message }: FileProps) => {
  const { t } = useTranslation();
  const onError = useFreshAddress(message.ticketId);
  return (
    <img
      className={classes.sticker}
      src={message.mediaUrl ?? undefined}
      alt={t('files.sticker')}
      width={160}
      height={160}
      loading="lazy"
      onError={onError}
      data-testid="sticker"
    />
  );
};

export const Film = ({ message, media }: FileProps) => {
  const onError = useFreshAddress(message.ticketId);
  const { width, height } = boxSize(media);
  return (
    <div className={classes.box} style={{ width, aspectRatio: `${width} / ${height}` }}>
      {/* biome-ignore lint/a11y/useMediaCaption: films of contacts have no captions */}
      <video
        className={classes.fill}
        src={message.mediaUrl ?? undefined}
        poster={media.thumbnailUrl ?? undefined}
        controls
        playsInline
        preload={media.thumbnailUrl ? 'none' : 'metadata'}
        onError={onError}
        data-testid="film"
      />
    </div>
  );
};
