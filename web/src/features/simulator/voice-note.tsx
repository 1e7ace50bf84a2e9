import { ActionIcon, Loader } from '@mantine/core';
import { IconMicrophone, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './content.module.css';
import { useFile } from './files.ts';
import type { SimulatedFile } from './simulator-api.ts';
import { loudness } from './wav.ts';

type Props = {
  readonly file: SimulatedFile;
  readonly played: boolean;
  readonly onPlay?: (() => void) | undefined;
};

const barCount = 32;

/** A voice note: play and pause, its sound as bars, and a slider over them. */
export const VoiceNote = ({ file, played, onPlay }: Props) => {
  const { t } = useTranslation();
  const { blob, url, failed, retry } = useFile(file.path, file.mimetype);
  const { bars, seconds } = useSound(blob, file.seconds ?? 0);
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const length = Math.max(seconds, 1);

  const toggle = (): void => {
    const element = audio.current;
    if (failed) retry();
    else if (playing) element?.pause();
    else void element?.play().catch(() => setPlaying(false));
  };
  const label = failed ? t('common.retry') : playing ? t('simulator.voice.pause') : t('simulator.voice.play');
  return (
    <div className={classes.voice}>
      <ActionIcon variant="transparent" color="gray" size={32} aria-label={label} onClick={toggle}>
        {!url && !failed ? (
          <Loader size={16} color="gray" />
        ) : playing ? (
          <IconPlayerPauseFilled size={20} aria-hidden />
        ) : (
          <IconPlayerPlayFilled size={20} aria-hidden />
        )}
      </ActionIcon>
      <div className={classes.bars}>
        {bars.map((height, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={index}
            style={{ height: `${Math.max(12, height * 100)}%` }}
            data-heard={index / barCount < at / length || undefined}
          />
        ))}
        <input
          type="range"
          min={0}
          max={length}
          step={0.1}
          value={at}
          aria-label={t('simulator.voice.position')}
          aria-valuetext={`${clock(at)} / ${clock(length)}`}
          onChange={event => {
            const to = Number(event.currentTarget.value);
            setAt(to);
            if (audio.current) audio.current.currentTime = to;
          }}
        />
      </div>
      <span className={classes.length}>{clock(playing || at > 0 ? at : length)}</span>
      <IconMicrophone
        size={16}
        aria-hidden
        className={classes.microphone}
        data-played={played || undefined}
      />
      {url && (
        // biome-ignore lint/a11y/useMediaCaption: what was spoken is not known in writing
        <audio
          ref={audio}
          src={url}
          onPlay={() => {
            setPlaying(true);
            onPlay?.();
          }}
          onPause={() => setPlaying(false)}
          onTimeUpdate={event => setAt(event.currentTarget.currentTime)}
          onEnded={() => setAt(0)}
        />
      )}
    </div>
  );
};

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

const flat = Array.from({ length: barCount }, () => 0);

/** How the sound looks and how long it is, as soon as it is read. */
const useSound = (blob: Blob | undefined, known: number) => {
  const [sound, setSound] = useState({ bars: flat, seconds: known });
  useEffect(() => {
    let gone = false;
    const read = async (): Promise<void> => {
      if (!blob) return;
      const decoded = await new OfflineAudioContext(1, 1, 16_000).decodeAudioData(await blob.arrayBuffer());
      const bars = loudness(decoded.getChannelData(0), barCount);
      if (!gone) setSound({ bars, seconds: decoded.duration });
    };
    // A sound that this browser cannot read keeps its flat bars.
    read().catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [blob]);
  return sound;
};
