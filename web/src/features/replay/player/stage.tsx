import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { alignedTo } from './aligned.ts';
import { Controls } from './controls.tsx';
import { Counters } from './counters.tsx';
import { Flow } from './flow.tsx';
import type { Speed } from './playback.ts';
import type { Side } from './played-side.ts';
import classes from './player.module.css';
import { Present, ticketPath } from './present.tsx';
import { dayOf } from './spoken-clock.ts';
import { Timeline } from './timeline.tsx';
import { useFrames, usePlayback, useShown, useSpeed, useStanding } from './use-playback.ts';
import { usePlayerKeys } from './use-player-keys.ts';

type Props = {
  readonly side: Side;
  readonly other: Side | null;
  /** Where it begins, as the address says. */
  readonly at: string | null;
  readonly speed: Speed;
  readonly onStand: (at: string) => void;
  readonly onSpeed: (speed: Speed) => void;
};

/** A period that plays, with another beside it where one was chosen. */
export const Stage = ({ side, other, at, speed, onStand, onSpeed }: Props) => {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const playback = usePlayback(side, at, speed);
  const shown = useShown(playback);
  useStanding(side, shown, onStand);
  usePlayerKeys(playback);
  const beside = useMemo(() => (other ? alignedTo(side, other) : null), [side, other]);
  const board = side.figures.seek(shown.moves);
  const otherBoard = beside?.side.figures.seek(beside.movesAt(shown.time)) ?? null;
  const titleOf = (of: Side): string => dayOf(of.answer.period.from, i18n.language);
  const frames = useFrames(playback, null);
  const otherFrames = useFrames(playback, beside);
  const choose = useSpeed(playback, onSpeed);
  return (
    <div className={classes.stage} data-compared={beside !== null || undefined}>
      <Counters now={board.counters} beside={otherBoard?.counters ?? null} />
      <div className={classes.desk}>
        <Controls
          side={side}
          playback={playback}
          isPlaying={shown.isPlaying}
          speed={shown.speed}
          onSpeed={choose}
        />
        <Timeline side={side} beside={beside} playback={playback} />
      </div>
      <Present side={side} shown={shown} />
      <div className={classes.flows}>
        <Flow
          side={side}
          label={beside ? titleOf(side) : t('replayPlayer.flow')}
          showsLabel={beside !== null}
          places={board.places}
          closed={board.closed}
          frames={frames}
          onOpen={ticket => void navigate(ticketPath(side, ticket, playback.getShown().time))}
        />
        {beside && otherBoard && (
          <Flow
            side={beside.side}
            label={titleOf(beside.side)}
            isBeside
            showsLabel
            places={otherBoard.places}
            closed={otherBoard.closed}
            frames={otherFrames}
            onOpen={ticket =>
              void navigate(ticketPath(beside.side, ticket, beside.timeAt(playback.getShown().time)))
            }
          />
        )}
      </div>
    </div>
  );
};
