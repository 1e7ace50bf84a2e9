import { type RefObject, useEffect, useRef } from 'react';

/** Calls back when Esc is pressed within a box or something outside of it is pressed. */
export const useLeaving = (box: RefObject<HTMLElement | null>, onLeave: () => void): void => {
  const latest = useRef(onLeave);
  useEffect(() => {
    latest.current = onLeave;
  });
  useEffect(() => {
    const onPress = (event: PointerEvent): void => {
      const { target } = event;
      const isInside = target instanceof Node && box.current?.contains(target);
      const isOpener = target instanceof Element && target.closest('[data-opens]') !== null;
      if (!isInside && !isOpener) latest.current();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [box]);
};
