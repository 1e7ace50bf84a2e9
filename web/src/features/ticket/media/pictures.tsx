import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageView } from '#contracts/views.ts';
import { messagesKey } from '../../../api/messages.ts';
import { boxSize } from './box-size.ts';
import { DocumentCard } from './file-cards.tsx';
import classes from './media.module.css';
import type { FileProps } from './message-media.tsx';
import { useOpenPicture } from './picture-album.ts';

/**
 * An address that does not open any more is replaced by reading the conversation again, once. `isLost`: it still is the
 * one that did not open, or the next one opens no better.
 */
const useFreshAddress = ({ ticketId, mediaUrl }: Pick<MessageView, 'ticketId' | 'mediaUrl'>) => {
  const client = useQueryClient();
  const asked = useRef(false);
  const [lost, setLost] = useState<string | null>();
  const onError = async () => {
    if (!asked.current) {
      asked.current = true;
      await client.invalidateQueries({ queryKey: messagesKey(ticketId) });
    }
    setLost(mediaUrl);
  };
  return { onError: () => void onError(), isLost: lost !== undefined && lost === mediaUrl };
};

export const Picture = ({ message, media }: FileProps) => {
  const { t } = useTranslation();
  const open = useOpenPicture();
  const { onError, isLost } = useFreshAddress(message);
  const { width, height } = boxSize(media);
  if (isLost) return <DocumentCard message={message} media={media} />;
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

export const Sticker = ({ message, media }: FileProps) => {
  const { t } = useTranslation();
  const { onError, isLost } = useFreshAddress(message);
  if (isLost) return <DocumentCard message={message} media={media} />;
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
  const { onError, isLost } = useFreshAddress(message);
  const { width, height } = boxSize(media);
  if (isLost) return <DocumentCard message={message} media={media} />;
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
