import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef } from 'react';

const loadWithinPx = 100;

type Options = {
  readonly count: number;
  /** This and `keyOf` keep their identity as long as the rows are the same: else all places are reckoned anew. */
  readonly heightOf: (index: number) => number;
  readonly keyOf: (index: number) => string | number;
  /** Loads what comes next, where there is something. */
  readonly loadOn: () => void;
};

/** Rows of which only those in sight are there. What comes next is loaded near the end. */
export const useRows = ({ count, heightOf, keyOf, loadOn }: Options) => {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    getItemKey: keyOf,
    overscan: 6,
  });
  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element || element.clientHeight === 0) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (below < loadWithinPx) loadOn();
  }, [loadOn]);
  // A short list, or one that shrank, may leave nothing to scroll: then the next page comes by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew whenever the number of rows changes
  useEffect(onScroll, [onScroll, count]);
  /**
   * Brings a row into sight and gives it the focus; `dataIndex` where rows are counted apart from the rest. Answers
   * false when the list itself is out of sight.
   */
  const focus = (index: number, dataIndex = index): boolean => {
    const element = scroller.current;
    if (!element || element.clientHeight === 0) return false;
    const row = () => element.querySelector<HTMLElement>(`[data-index="${dataIndex}"]`);
    virtual.scrollToIndex(index);
    if (row()) row()?.focus({ preventScroll: true });
    else requestAnimationFrame(() => row()?.focus());
    return true;
  };
  return { scroller, onScroll, focus, items: virtual.getVirtualItems(), height: virtual.getTotalSize() };
};
