import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Specification, core, section 9. */
const loadWithinPx = 50;
const atEndPx = 80;

type Options = {
  readonly oldestKey: string | undefined;
  readonly newestKey: string | undefined;
  readonly newestIsMine: boolean;
  readonly loadOlder: () => void;
};

/**
 * Keeps a conversation where the reader is: at its end when they are there, on the same message when older ones are
 * put above it, and tells of new ones below when they are reading further up.
 */
export const useConversationScroll = ({ oldestKey, newestKey, newestIsMine, loadOlder }: Options) => {
  const log = useRef<HTMLDivElement>(null);
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const last = useRef({ oldestKey, newestKey, height: 0, top: 0, atEnd: true });
  const [hasNews, setHasNews] = useState(false);

  const remember = useCallback(() => {
    const current = log.current;
    if (!current) return;
    const below = current.scrollHeight - current.scrollTop - current.clientHeight;
    last.current.height = current.scrollHeight;
    last.current.top = current.scrollTop;
    last.current.atEnd = below < atEndPx;
    if (last.current.atEnd) setHasNews(false);
  }, []);

  const toEnd = useCallback(() => {
    const current = log.current;
    if (current) current.scrollTop = current.scrollHeight;
    remember();
  }, [remember]);

  useLayoutEffect(() => {
    const current = log.current;
    if (!current) return;
    const before = last.current;
    const grewAbove = before.oldestKey !== undefined && before.oldestKey !== oldestKey;
    const grewBelow = before.newestKey !== newestKey;
    last.current = { ...before, oldestKey, newestKey };
    if (before.atEnd || (grewBelow && newestIsMine)) toEnd();
    else if (grewAbove) current.scrollTop = before.top + current.scrollHeight - before.height;
    else if (grewBelow) setHasNews(true);
    remember();
  }, [oldestKey, newestKey, newestIsMine, toEnd, remember]);

  // What grows without a new message (a wrapped text field below, a turned phone, a picture that has come) keeps the
  // end in sight as well.
  useLayoutEffect(() => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      if (last.current.atEnd) toEnd();
    });
    observer.observe(element);
    const content = element.querySelector('[data-content]');
    if (content) observer.observe(content);
    return () => observer.disconnect();
  }, [element, toEnd]);

  const ref = useCallback(
    (found: HTMLDivElement | null) => {
      log.current = found;
      setElement(found);
      if (found) toEnd();
    },
    [toEnd],
  );
  const onScroll = useCallback(() => {
    remember();
    if (log.current && log.current.scrollTop < loadWithinPx) loadOlder();
  }, [remember, loadOlder]);

  return { ref, onScroll, hasNews, toEnd };
};
