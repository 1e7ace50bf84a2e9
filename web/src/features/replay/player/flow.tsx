import { Text } from '@mantine/core';
import {
  type CSSProperties,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';

import { placeOf } from '#domain/replay/moves.ts';
import { colorsOf, layoutOf } from './flow-layout.ts';
import { dotsOf, type FlowPainter, openFlowPainter } from './flow-painter.ts';
import type { Side } from './played-side.ts';
import classes from './player.module.css';
import { contactOf, laneName } from './sentence.ts';
import type { Frames } from './use-playback.ts';
import { watchScheme } from './use-scheme.ts';

type Props = {
  readonly side: Side;
  readonly label: string;
  /** It stands beside the period that is played. */
  readonly isBeside?: boolean;
  readonly showsLabel: boolean;
  /** How many stand at each place, and were closed out of each lane, at the moment shown. */
  readonly places: Int32Array;
  readonly closed: Int32Array;
  readonly frames: Frames;
  readonly onOpen: (ticket: number) => void;
};

/** Queues as lanes, with tickets as dots that wait in them, are attended to, and leave them. */
export const Flow = ({
  side,
  label,
  isBeside = false,
  showsLabel,
  places,
  closed,
  frames,
  onOpen,
}: Props) => {
  const { t, i18n } = useTranslation();
  const number = (value: number | undefined) => new Intl.NumberFormat(i18n.language).format(value ?? 0);
  const board = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = usePainter({ side, marksPresent: !isBeside, lanes: board, canvas, frames });
  const ticketUnder = ({ clientX, clientY }: MouseEvent): number => {
    const box = canvas.current?.getBoundingClientRect();
    return box ? (painter.current?.ticketAt({ x: clientX - box.x, y: clientY - box.y }) ?? -1) : -1;
  };
  const point = (event: PointerEvent<HTMLCanvasElement>): void => {
    const ticket = ticketUnder(event);
    event.currentTarget.style.cursor = ticket < 0 ? '' : 'pointer';
    event.currentTarget.title = ticket < 0 ? '' : contactOf(t, side.answer, ticket);
  };
  const open = (event: MouseEvent): void => {
    const ticket = ticketUnder(event);
    if (ticket >= 0) onOpen(ticket);
  };
  return (
    <section className={classes.flow} aria-label={label}>
      <div className={classes.stages} aria-hidden>
        <span>{showsLabel && label}</span>
        <span>{t('dashboard.counters.supportPending')}</span>
        <span>{t('dashboard.counters.supportHappening')}</span>
        <span>{t('dashboard.counters.supportFinished')}</span>
      </div>
      {side.laneOrder.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('replayPlayer.emptySide')}
        </Text>
      )}
      <div className={classes.lanes} ref={board}>
        <ul className={classes.laneList}>
          {side.laneOrder.map(lane => (
            <li key={lane} className={classes.lane} style={laneStyle(side.answer.lanes[lane]?.color ?? null)}>
              <Text
                size="sm"
                fw={500}
                className={classes.laneName ?? ''}
                title={laneName(t, side.answer, lane)}
              >
                {laneName(t, side.answer, lane)}
              </Text>
              <Cell
                place={placeOf(lane, 'waiting')}
                label={t('dashboard.counters.supportPending')}
                count={number(places[placeOf(lane, 'waiting')])}
              />
              <Cell
                place={placeOf(lane, 'attending')}
                label={t('dashboard.counters.supportHappening')}
                count={number(places[placeOf(lane, 'attending')])}
              />
              <Cell
                closed={lane}
                label={t('dashboard.counters.supportFinished')}
                count={number(closed[lane])}
              />
            </li>
          ))}
        </ul>
        <canvas ref={canvas} className={classes.canvas} aria-hidden onPointerMove={point} onClick={open} />
      </div>
    </section>
  );
};

const laneStyle = (color: string | null): CSSProperties & Record<'--lane', string> => ({
  '--lane': color ?? 'var(--text-meta)',
});

type CellProps = {
  readonly place?: number;
  readonly closed?: number;
  readonly label: string;
  readonly count: string;
};

const Cell = ({ place, closed, label, count }: CellProps) => (
  <div className={classes.cell} data-place={place} data-closed={closed}>
    <span className={classes.spoken}>{label}</span>
    <span className={`figures ${classes.count}`}>{count}</span>
  </div>
);

type Painted = Pick<Props, 'side' | 'frames'> & {
  /** The ticket of the present event has a ring around it. */
  readonly marksPresent: boolean;
  readonly lanes: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
};

/** Keeps a painter for the canvas, as large as its lanes are, and has it draw at each frame. */
const usePainter = ({ side, marksPresent, lanes, canvas, frames }: Painted) => {
  const painter = useRef<FlowPainter>(null);
  useLayoutEffect(() => {
    const [area, surface] = [lanes.current, canvas.current];
    const context = surface?.getContext('2d');
    if (!area || !surface || !context) return undefined;
    const size = { places: 1 + side.answer.lanes.length * 2, tickets: side.answer.tickets.id.length };
    const made = openFlowPainter(context, size);
    painter.current = made;
    const measure = () => {
      const layout = layoutOf(area, size.places, side.answer.lanes.length);
      surface.width = Math.round(layout.width * layout.ratio);
      surface.height = Math.round(layout.height * layout.ratio);
      const colors = colorsOf(area, side.answer.lanes);
      made.setLayout(layout);
      made.setColors(colors, dotsOf(size.places, colors, layout.ratio));
    };
    const measureAnew = () => {
      measure();
      frames.redraw();
    };
    measure();
    const sizes = new ResizeObserver(measureAnew);
    sizes.observe(area);
    const unwatch = watchScheme(measureAnew);
    return () => {
      sizes.disconnect();
      unwatch();
    };
  }, [side, lanes, canvas, frames]);
  useEffect(
    () =>
      frames.onFrame(({ moves, now, jumps }) => {
        const present = marksPresent ? (side.answer.moves.ticket[moves - 1] ?? -1) : -1;
        const board = side.player.seek(moves);
        return painter.current?.draw(board, { now, animates: !jumps, present }) ?? false;
      }),
    [side, frames, marksPresent],
  );
  return painter;
};
