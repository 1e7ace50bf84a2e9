import { ActionIcon } from '@mantine/core';
import { IconMicrophone, IconMusic, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DocumentCard } from './file-cards.tsx';
import { duration } from './file-size.ts';
import classes from './media.module.css';
import type { FileProps } from './message-media.tsx';
import { useSound } from './use-sound.ts';

/** A voice note or a file of sound: play, seek, and how fast. What this browser cannot play is a file to keep. */
export const AudioPlayer = ({ message, media }: FileProps) => {
  const { t, i18n } = useTranslation();
  const { id: messageId, mediaUrl: address } = message;
  const sound = useSound({ messageId, address, seconds: media.seconds });
  const { playing, at, length, speed } = sound;
  if (sound.unplayable) return <DocumentCard message={message} media={media} />;
  const Kind = media.voice ? IconMicrophone : IconMusic;
  const room = Math.max(length, 0.1);
  return (
    <div className={classes.voice} data-voice data-testid="audio">
      <Kind size={20} stroke={1.6} aria-hidden />
      <ActionIcon
        size={36}
        radius="xl"
        variant="light"
        aria-label={playing ? t('files.pause') : t('files.play')}
        onClick={sound.toggle}
      >
        {playing ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
      </ActionIcon>
      <input
        type="range"
        className={classes.track}
        min={0}
        max={room}
        step={0.1}
        value={Math.min(at, room)}
        aria-label={t('files.position')}
        aria-valuetext={duration(at)}
        onChange={event => sound.seek(Number(event.currentTarget.value))}
      />
      <span className={classes.clock}>{duration(playing || at > 0 ? at : length)}</span>
      <button
        type="button"
        className={classes.speed}
        onClick={sound.faster}
        aria-label={t('files.speed', { speed: speed.toLocaleString(i18n.language) })}
      >
        {speed.toLocaleString(i18n.language)}×
      </button>
    </div>
  );
};
