import 'uplot/dist/uPlot.min.css';
import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type CSSProperties, memo, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import UPlot from 'uplot';
import type { Aligned } from './aligned.ts';
import type { Playback } from './playback.ts';
import { instantOf, type Side } from './played-side.ts';
import classes from './player.module.css';
import { clockOf, dayOf } from './spoken-clock.ts';
import { chartOptions, chartSeries, lineTexts, plotLeft } from './timeline-chart.ts';
import { TimelineTable } from './timeline-table.tsx';
import { useShown } from './use-playback.ts';
import { useScheme } from './use-scheme.ts';

type Props = {
  readonly side: Side;
  readonly beside: Aligned | null;
  readonly playback: Playback;
};

/** How many waited and were attended to over the period, as lines or as a table, and where in it we are. */
export const Timeline = memo(({ side, beside, playback }: Props) => {
  const { t } = useTranslation();
  const [asTable, setAsTable] = useState(false);
  const series = chartSeries(beside !== null);
  return (
    <section className={classes.timeline} aria-label={t('replayPlayer.timeline')}>
      <div className={classes.timelineHead}>
        <h2 className={classes.heading}>{t('replayPlayer.timeline')}</h2>
        <ul className={classes.legend}>
          {series.map(({ name, of }) => (
            <li key={name + of} data-line={name} data-of={of}>
              {t(lineTexts[name])}
              {of === 'beside' && ` (${t('replayPlayer.besideShort')})`}
            </li>
          ))}
        </ul>
        <Button variant="subtle" size="compact-xs" onClick={() => setAsTable(!asTable)}>
          {asTable ? t('dashboard.asChart') : t('dashboard.asTable')}
        </Button>
      </div>
      {asTable ? (
        <TimelineTable side={side} beside={beside} />
      ) : (
        <Chart side={side} beside={beside} playback={playback} />
      )}
      <Scrubber side={side} playback={playback} />
    </section>
  );
});
Timeline.displayName = 'Timeline';

const Chart = ({ side, beside, playback }: Props) => {
  const { i18n } = useTranslation();
  const scheme = useScheme();
  const { ref, width } = useElementSize<HTMLDivElement>();
  const host = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLDivElement>(null);
  const data = useMemo(() => dataOf(side, beside), [side, beside]);
  const plot = useRef<UPlot>(null);
  useEffect(() => {
    if (!host.current || width === 0 || scheme === null) return undefined;
    const options = chartOptions({
      ...{ width, isCompared: beside !== null, language: i18n.language, host: host.current },
      ...{ begin: side.answer.period.from, days: side.player.duration / 86_400_000 },
    });
    let stop = () => {};
    // Before it is ready the chart does not know where a time is.
    const follow = (chart: UPlot) => {
      stop = playback.onFrame(({ time }) => {
        if (mark.current) mark.current.style.transform = `translateX(${chart.valToPos(time / 1_000, 'x')}px)`;
        return false;
      });
    };
    const made = new UPlot({ ...options, hooks: { ready: [follow] } }, data, host.current);
    plot.current = made;
    return () => {
      stop();
      made.destroy();
    };
  }, [width, data, side, beside, playback, i18n.language, scheme]);
  const scrub = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons !== 1 || !plot.current) return;
    const { x } = event.currentTarget.getBoundingClientRect();
    playback.seek(plot.current.posToVal(event.clientX - x, 'x') * 1_000);
  };
  return (
    <div ref={ref} className={classes.chart} aria-hidden>
      <div ref={host} />
      <div
        className={classes.scrubArea}
        style={{ insetInlineStart: plotLeft }}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId);
          scrub(event);
        }}
        onPointerMove={scrub}
      >
        <div ref={mark} className={classes.mark} data-mark />
      </div>
    </div>
  );
};

const dataOf = ({ series }: Side, beside: Aligned | null): UPlot.AlignedData => {
  const times = series.times.map(time => time / 1_000);
  if (!beside) return [times, [...series.waiting], [...series.attending]];
  const others = series.times.map(time => beside.countersAt(time));
  const [waiting, attending] = [others.map(each => each.waiting), others.map(each => each.attending)];
  return [times, [...series.waiting], [...series.attending], waiting, attending];
};

const played = (share: number): CSSProperties & { '--played': number } => ({ '--played': share || 0 });

/** The same by keys and on touch screens. Arrows step by event, as everywhere here. */
const Scrubber = ({ side, playback }: Omit<Props, 'beside'>) => {
  const { time } = useShown(playback);
  const { t, i18n } = useTranslation();
  const instant = instantOf(side, time);
  return (
    <input
      type="range"
      className={classes.scrubber}
      style={played(time / side.player.duration)}
      min={0}
      max={side.player.duration}
      step={1_000}
      value={time}
      onChange={event => playback.seek(Number(event.currentTarget.value))}
      aria-label={t('replayPlayer.moment')}
      aria-valuetext={`${dayOf(instant, i18n.language)}, ${clockOf(instant, i18n.language)}`}
    />
  );
};
