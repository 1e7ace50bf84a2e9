import { type RefObject, useEffect, useRef } from 'react';

/** For what was asked for and opens below the screen's edge: each `shown` comes into view once. */
export const useComingIntoView = (shown: unknown): RefObject<HTMLElement | null> => {
  const place = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each comes into view once
  useEffect(() => {
    const { top = 0 } = place.current?.getBoundingClientRect() ?? {};
    if (top > window.innerHeight * 0.7) place.current?.scrollIntoView({ block: 'start' });
  }, [shown]);
  return place;
};
