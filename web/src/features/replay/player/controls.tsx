import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
} from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Playback, type Speed, speeds } from './playback.ts';
import { instantOf, type Side } from './played-side.ts';
import classes from './player.module.css';
import { clockOf, dayOf } from './spoken-clock.ts';
import { useShown } from './use-playback.ts';

type Props = {
  readonly side: Side;
  readonly playback: Playback;
  readonly isPlaying: boolean;
  readonly speed: Speed;
  readonly onSpeed: (speed: Speed) => void;
};

/** Plays, pauses, steps, and says which moment is shown. */
export const Controls = memo(({ side, playback, isPlaying, speed, onSpeed }: Props) => {
  const { t, i18n } = useTranslation();
  return (
    <div className={classes.controls}>
      <fieldset className={classes.buttons} aria-label={t('replayPlayer.controls')}>
        <Button label={t('replayPlayer.start')} onClick={() => playback.seek(0)}>
          <IconPlayerSkipBackFilled size={18} aria-hidden />
        </Button>
        <Button label={t('replayPlayer.previous')} onClick={() => playback.step(-1)}>
          <IconChevronLeft size={22} aria-hidden />
        </Button>
        <Button
          label={isPlaying ? t('replayPlayer.pause') : t('replayPlayer.play')}
          onClick={playback.toggle}
          isMain
        >
          {isPlaying ? (
            <IconPlayerPauseFilled size={22} aria-hidden />
          ) : (
            <IconPlayerPlayFilled size={22} aria-hidden />
          )}
        </Button>
        <Button label={t('replayPlayer.next')} onClick={() => playback.step(1)}>
          <IconChevronRight size={22} aria-hidden />
        </Button>
      </fieldset>
      <Moment side={side} playback={playback} />
      <SegmentedControl
        size="xs"
        className={classes.speeds ?? ''}
        aria-label={t('replayPlayer.speed')}
        data={speeds.map(each => ({
          value: String(each),
          label: `${new Intl.NumberFormat(i18n.language).format(each)}×`,
        }))}
        value={String(speed)}
        onChange={value => onSpeed(speeds.find(each => String(each) === value) ?? 1)}
      />
    </div>
  );
});
Controls.displayName = 'Controls';

const Moment = ({ side, playback }: Pick<Props, 'side' | 'playback'>) => {
  const { i18n } = useTranslation();
  const instant = instantOf(side, useShown(playback).time);
  return (
    <div className={`figures ${classes.moment}`}>
      <span className={classes.momentDay}>{dayOf(instant, i18n.language)}</span>
      <time dateTime={instant} className={classes.clock}>
        {clockOf(instant, i18n.language)}
      </time>
    </div>
  );
};

type ButtonProps = {
  readonly label: string;
  readonly onClick: () => void;
  readonly isMain?: boolean;
  readonly children: ReactNode;
};

const Button = ({ label, onClick, isMain = false, children }: ButtonProps) => (
  <Tooltip label={label} openDelay={500}>
    <ActionIcon
      aria-label={label}
      variant={isMain ? 'filled' : 'default'}
      size={isMain ? 44 : 36}
      radius="xl"
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  </Tooltip>
);
