import { ActionIcon } from '@mantine/core';
import { IconMicrophone, IconMusic, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentCard } from './file-cards.tsx';
import { duration } from './file-size.ts';
import classes from './media.module.css';
import type { FileProps } from './message-media.tsx';

const speeds = [1, 1.5, 2] as const;
/** Only one is heard at a time. */
let heard: HTMLAudioElement | undefined;

/** A voice note or a file of sound: play, seek, and how fast. What this browser cannot play is a file to keep. */
export const AudioPlayer = ({ message, media }: FileProps) => {
  const { t, i18n } = useTranslation();
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(media.seconds ?? 0);
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(1);
  const [unplayable, setUnplayable] = useState(false);
  if (unplayable) return <DocumentCard message={message} media={media} />;

  const toggle = (): void => {
    const element = audio.current;
    if (!element) return;
    if (playing) {
      element.pause();
      return;
    }
    if (heard !== element) heard?.pause();
    heard = element;
    element.playbackRate = speed;
    void element.play().catch(() => setPlaying(false));
  };
  const faster = (): void => {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
    setSpeed(next);
    if (audio.current) audio.current.playbackRate = next;
  };
  const seek = (seconds: number): void => {
    setAt(seconds);
    if (audio.current) audio.current.currentTime = seconds;
  };
  const Kind = media.voice ? IconMicrophone : IconMusic;

  return (
    <div className={classes.voice} data-testid="audio">
      {/* biome-ignore lint/a11y/useMediaCaption: what contacts say has no captions */}
      <audio
        ref={audio}
        src={message.mediaUrl ?? undefined}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={event => setAt(event.currentTarget.currentTime)}
        onLoadedMetadata={({ currentTarget }) =>
          Number.isFinite(currentTarget.duration) && setLength(currentTarget.duration)
        }
        onError={() => setUnplayable(true)}
      />
      <Kind size={20} stroke={1.6} aria-hidden />
      <ActionIcon
        size={36}
        radius="xl"
        variant="light"
        aria-label={playing ? t('files.pause') : t('files.play')}
        onClick={toggle}
      >
        {playing ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
      </ActionIcon>
      <input
        type="range"
        className={classes.track}
        min={0}
        max={Math.max(length, 0.1)}
        step={0.1}
        value={Math.min(at, Math.max(length, 0.1))}
        aria-label={t('files.position')}
        aria-valuetext={duration(at)}
        onChange={event => seek(Number(event.currentTarget.value))}
      />
      <span className={classes.clock}>{duration(playing || at > 0 ? at : length)}</span>
      <button
        type="button"
        className={classes.speed}
        onClick={faster}
        aria-label={t('files.speed', { speed: speed.toLocaleString(i18n.language) })}
      >
        {speed.toLocaleString(i18n.language)}×
      </button>
    </div>
  );
};
