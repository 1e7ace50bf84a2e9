import type { SliceAnswer } from '#contracts/replay-player.ts';
import type { Box } from './flow-geometry.ts';
import type { Colors, Layout } from './flow-painter.ts';

/** At the end of a cell stands its count. */
const countWidth = 44;

/** Where the cells of the lanes are on the page, relative to all of them, without their counts. */
export const layoutOf = (lanes: HTMLElement, places: number, count: number): Layout => {
  const area = lanes.getBoundingClientRect();
  const boxOf = (selector: string): Box | undefined => {
    const cell = lanes.querySelector(selector)?.getBoundingClientRect();
    return (
      cell && { x: cell.x - area.x, y: cell.y - area.y, width: cell.width - countWidth, height: cell.height }
    );
  };
  return {
    ...{ width: area.width, height: area.height, ratio: Math.min(2, window.devicePixelRatio || 1) },
    places: Array.from({ length: places }, (_, place) => boxOf(`[data-place="${place}"]`)),
    closed: Array.from({ length: count }, (_, lane) => boxOf(`[data-closed="${lane}"]`)),
  };
};

/** As numbers from 0 to 255: `#rrggbb` or `rgb(…)`. */
const partsOf = (color: string): readonly number[] =>
  color.startsWith('#')
    ? [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))
    : (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);

/** A queue may have any colour: some of the text's own makes it stand out from the ground. */
const strong = (color: string, text: string): string => {
  const [own, words] = [partsOf(color), partsOf(text)];
  return `rgb(${own.map((part, index) => Math.round(part * 0.7 + (words[index] ?? part) * 0.3)).join(' ')})`;
};

/** The queues' own colours; the rest is the page's. */
export const colorsOf = (lanes: HTMLElement, of: SliceAnswer['lanes']): Colors => {
  const style = getComputedStyle(lanes);
  const meta = style.getPropertyValue('--text-meta').trim();
  return {
    lanes: of.map(({ color }) => strong(color ?? meta, style.color)),
    text: style.color,
    ground: style.getPropertyValue('--surface'),
  };
};
