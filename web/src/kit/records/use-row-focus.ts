import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { RecordRow } from '../../api/record-rows.ts';

type Options<Row> = {
  readonly scroller: RefObject<HTMLElement | null>;
  /** Scrolls to a row, which is drawn then. */
  readonly show: (index: number) => void;
  readonly open: (row: Row) => void;
};

const page = 10;

/** Which row the keyboard is at. When that row goes, the one that takes its place gets the focus. */
export const useRowFocus = <Row extends RecordRow>(rows: readonly Row[], options: Options<Row>) => {
  const { scroller, show, open } = options;
  const [wanted, setAt] = useState(0);
  const at = Math.max(0, Math.min(wanted, rows.length - 1));
  const pending = useRef<number>(undefined);
  const focused = useRef<string>(undefined);

  const element = (index: number) =>
    scroller.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`) ?? undefined;
  const go = (index: number): void => {
    const next = Math.max(0, Math.min(index, rows.length - 1));
    setAt(next);
    show(next);
    pending.current = next;
  };
  useEffect(() => {
    if (pending.current === undefined) return;
    const row = element(pending.current);
    if (!row) return;
    pending.current = undefined;
    row.focus({ preventScroll: true });
  });
  useEffect(() => {
    const id = focused.current;
    if (id === undefined || rows.some(row => row.id === id)) return;
    focused.current = undefined;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) element(at)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  });

  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    const index = Number(target.closest('tr')?.dataset.index);
    if (Number.isNaN(index)) return;
    focused.current = rows[index]?.id;
    setAt(index);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (!(event.target instanceof HTMLTableRowElement) || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const row = rows[at];
    const places: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    };
    const place = places[event.key];
    if (place !== undefined) go(place);
    else if (event.key === 'Enter' && row) open(row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { at, onFocus, onKeyDown };
};
