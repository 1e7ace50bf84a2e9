import type { Virtualizer } from '@tanstack/react-virtual';
import type { Row } from './conversation-view.ts';

/** A bubble in sight, and how far it is from the upper edge. */
export type SeenRow = { readonly key: string; readonly top: number };

/** The bubbles in sight, the uppermost first. What opens a day is none: it moves when older messages come. */
export const seenRows = (element: HTMLElement): readonly SeenRow[] => {
  const { top, bottom } = element.getBoundingClientRect();
  return [...element.querySelectorAll<HTMLElement>('[data-key]')].flatMap(row => {
    const place = bubbleIn(row).getBoundingClientRect();
    const key = row.dataset.key;
    return key !== undefined && place.bottom > top && place.top < bottom
      ? [{ key, top: place.top - top }]
      : [];
  });
};

/** A row has room above its bubble when that opens a group, which may end when older messages come. */
const bubbleIn = (row: Element): Element => row.firstElementChild ?? row;

type Drawn = { readonly rows: readonly Row[]; readonly virtual: Virtualizer<HTMLDivElement, Element> };

/**
 * Puts what was seen back to where it was seen. 'near' when it is not drawn at its place yet and has to be put there
 * once it is.
 */
export const keepRows = (
  element: HTMLElement,
  seen: readonly SeenRow[],
  { rows, virtual }: Drawn,
): 'there' | 'near' => {
  for (const { key, top } of seen) {
    const row = element.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (row) {
      const moved = bubbleIn(row).getBoundingClientRect().top - element.getBoundingClientRect().top - top;
      if (Math.abs(moved) >= 0.5) element.scrollTop += moved;
      return 'there';
    }
    const index = rows.findIndex(known => known.key === key);
    if (index === -1) continue;
    element.scrollTop = (virtual.getOffsetForIndex(index, 'start')?.[0] ?? 0) - top;
    return 'near';
  }
  return 'there';
};
