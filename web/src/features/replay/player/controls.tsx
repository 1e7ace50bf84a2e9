import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isSpeed, type Playback, type Shown, type Speed, speeds } from './playback.ts';
import { instantOf, type Side } from './played-side.ts';
import classes from './player.module.css';
import { clockOf, dayOf } from './spoken-clock.ts';

type Props = {
  readonly side: Side;
  readonly playback: Playback;
  readonly shown: Shown;
  readonly onSpeed: (speed: Speed) => void;
};

/** Plays, pauses, steps, and says which moment is shown. */
export const Controls = ({ side, playback, shown, onSpeed }: Props) => {
  const { t, i18n } = useTranslation();
  const instant = instantOf(side, shown.time);
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
          label={shown.isPlaying ? t('replayPlayer.pause') : t('replayPlayer.play')}
          onClick={playback.toggle}
          isMain
        >
          {shown.isPlaying ? (
            <IconPlayerPauseFilled size={22} aria-hidden />
          ) : (
            <IconPlayerPlayFilled size={22} aria-hidden />
          )}
        </Button>
        <Button label={t('replayPlayer.next')} onClick={() => playback.step(1)}>
          <IconChevronRight size={22} aria-hidden />
        </Button>
      </fieldset>
      <div className={`figures ${classes.moment}`}>
        <span className={classes.momentDay}>{dayOf(instant, i18n.language)}</span>
        <time dateTime={instant} className={classes.clock}>
          {clockOf(instant, i18n.language)}
        </time>
      </div>
      <SegmentedControl
        size="xs"
        className={classes.speeds ?? ''}
        aria-label={t('replayPlayer.speed')}
        data={speeds.map(speed => ({
          value: String(speed),
          label: `${new Intl.NumberFormat(i18n.language).format(speed)}×`,
        }))}
        value={String(shown.speed)}
        onChange={value => isSpeed(Number(value)) && onSpeed(Number(value) as Speed)}
      />
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
