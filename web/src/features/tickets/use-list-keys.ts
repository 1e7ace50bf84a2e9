import { useEffect, useRef } from 'react';
import { isTyping } from '../../shared/is-typing.ts';

type Options = {
  readonly count: number;
  /** Where j and k begin when no row has the focus; -1 for before the first. */
  readonly current: () => number;
  readonly focus: (index: number) => void;
  readonly open: (index: number) => void;
  /** Answers whether there was something to accept. */
  readonly accept: (index: number) => boolean;
};

/** j and k go through the rows, Enter opens (or peeks at a waiting one), a accepts. Rows carry `data-index`. */
export const useListKeys = (options: Options): void => {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const { count, current, focus, open, accept } = latest.current;
      const focused = focusedIndex();
      if (event.key === 'j' || event.key === 'k') {
        const known = focused ?? current();
        const wanted = event.key === 'j' ? known + 1 : known - 1;
        if (count > 0) focus(Math.max(0, Math.min(count - 1, wanted)));
      } else if (focused === undefined) {
        return;
      } else if (event.key === 'Enter' && document.activeElement?.hasAttribute('data-index')) {
        open(focused);
      } else if (event.key !== 'a' || !accept(focused)) {
        return;
      }
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
};

const focusedIndex = (): number | undefined => {
  const index = document.activeElement?.closest('[data-index]')?.getAttribute('data-index');
  return index === null || index === undefined ? undefined : Number(index);
};
