import { useEffect, useRef } from 'react';
import { isTyping } from '../../shared/is-typing.ts';
import { offerListFocus, rowIndex } from '../../shared/list-focus.ts';

type Options = {
  readonly count: number;
  /** Where the open ticket is; -1 where it is not in the list. */
  readonly current: () => number;
  /** Answers whether the list is in sight. */
  readonly focus: (index: number) => boolean;
  readonly open: (index: number) => void;
  /** Answers whether there was something to accept. */
  readonly accept: (index: number) => boolean;
};

/**
 * j and k go through the rows; Enter opens the row that has the focus (or peeks at a waiting one), a accepts it. Rows
 * are `li` with their place as `data-index`.
 */
export const useListKeys = (options: Options): void => {
  const latest = useRef(options);
  // Where the open ticket was before it left the list: the next one has taken its place.
  const left = useRef(0);
  useEffect(() => {
    latest.current = options;
    const at = options.current();
    if (at !== -1) left.current = at;
  });
  useEffect(() => {
    const go = (index: number): boolean => {
      const { count, focus } = latest.current;
      return count > 0 && focus(Math.max(0, Math.min(count - 1, index)));
    };
    const step = (from: Element | null, by: 1 | -1): void => {
      const known = rowIndex(from?.closest('li') ?? null) ?? latest.current.current();
      if (known !== -1) go(known + by);
      else go(by === 1 ? left.current : left.current - 1);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const { activeElement } = document;
      const row = rowIndex(activeElement);
      if (event.key === 'j') step(activeElement, 1);
      else if (event.key === 'k') step(activeElement, -1);
      else if (row === undefined) return;
      else if (event.key === 'Enter') latest.current.open(row);
      else if (event.key !== 'a' || !latest.current.accept(row)) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    const withdraw = offerListFocus(() => {
      const at = latest.current.current();
      return go(at === -1 ? left.current : at);
    });
    return () => {
      window.removeEventListener('keydown', onKey);
      withdraw();
    };
  }, []);
};
