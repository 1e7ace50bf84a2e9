import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from './conversation-view.ts';
import { keepRows, type SeenRow, seenRows } from './seen-rows.ts';
import type { ReadingPlace } from './use-conversation.ts';

/** Specification, core, section 9. */
const loadOlderWithinPx = 50;
const loadNewerWithinPx = 300;
const atEndPx = 80;
const gluedPx = 2;

/** Where the reader is to be taken: to the end, or to a message. */
export type Wanted = { readonly to: 'end' } | { readonly to: 'message'; readonly id: string };

type Options = {
  readonly log: RefObject<HTMLDivElement | null>;
  readonly virtual: Virtualizer<HTMLDivElement, Element>;
  readonly rows: readonly Row[];
  /** Whether the last row is the newest there is. */
  readonly isNewest: boolean;
  readonly start: Wanted;
  readonly place: ReadingPlace;
  readonly loadOlder: () => void;
  readonly loadNewer: () => void;
};

type Memory = {
  wanted: Wanted | undefined;
  /** What was in sight, and where: it stays there whatever happens above and below. */
  seen: readonly SeenRow[];
  below: number;
  top: number;
  /** What is to stay is not drawn yet; until then nothing that is in sight counts. */
  settling: boolean;
  newestKey: string | undefined;
  isNewest: boolean;
};

/**
 * Keeps a conversation where the reader is: at its end when they are there, else on the messages that they see,
 * whatever is put above them, below them, or grows; and takes them to a message or to the end when that is wanted.
 */
export const useConversationScroll = (options: Options) => {
  const { log, virtual, rows, isNewest, start, place, loadOlder, loadNewer } = options;
  const newestKey = rows.at(-1)?.key;
  const memory = useRef<Memory>({
    ...{ wanted: start, seen: [], below: 0, top: 0, settling: false, newestKey, isNewest },
  });
  const [atEnd, setAtEnd] = useState(start.to === 'end');
  const [isFar, setIsFar] = useState(false);
  const [lastSeenId, setLastSeenId] = useState<string>();
  const [markedId, setMarkedId] = useState<string>();
  const lastMessageId = rows.findLast(row => row.kind === 'message')?.key;

  const look = useCallback(() => {
    const element = log.current;
    const now = memory.current;
    if (!element || now.settling) return;
    now.below = element.scrollHeight - element.scrollTop - element.clientHeight;
    now.top = element.scrollTop;
    now.seen = seenRows(element);
    const end = now.below < atEndPx && isNewest;
    setAtEnd(end);
    setIsFar(now.below > element.clientHeight);
    if (end) setLastSeenId(lastMessageId);
    const isMessage = ({ key }: SeenRow) => rows.some(row => row.kind === 'message' && row.key === key);
    place.current = end ? null : (now.seen.find(isMessage)?.key ?? null);
  }, [log, place, rows, isNewest, lastMessageId]);

  const settle = useCallback(() => {
    const element = log.current;
    const now = memory.current;
    if (!element) return;
    handleScroll(element, now);
    const grew = now.newestKey !== newestKey;
    const wasAtEnd = now.isNewest && now.below < (grew ? atEndPx : gluedPx);
    now.newestKey = newestKey;
    now.isNewest = isNewest;
    const found = now.wanted && take(element, { wanted: now.wanted, rows, virtual });
    if (found) {
      now.settling = found === 'near';
      if (found === 'there') {
        if (now.wanted?.to === 'message') setMarkedId(now.wanted.id);
        now.wanted = undefined;
      }
    } else if (wasAtEnd) {
      now.settling = false;
      element.scrollTop = element.scrollHeight;
    } else {
      now.settling = keepRows(element, now.seen, { rows, virtual }) === 'near';
    }
    now.top = element.scrollTop;
    look();
  }, [log, rows, virtual, newestKey, isNewest, look]);

  // What comes back into sight stands anywhere: it is no reader that has scrolled there.
  useLayoutEffect(() => {
    memory.current.top = log.current?.scrollTop ?? 0;
  }, [log]);
  useLayoutEffect(settle);

  // What grows without being drawn anew (a picture that has come, a turned phone, a wrapped text field below) is set
  // right before it is painted.
  const latest = useRef(settle);
  useLayoutEffect(() => {
    latest.current = settle;
  });
  useLayoutEffect(() => {
    const element = log.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => latest.current());
    observer.observe(element);
    const content = element.querySelector('[data-content]');
    if (content) observer.observe(content);
    return () => observer.disconnect();
  }, [log]);

  const loadAtEdges = useCallback(() => {
    const element = log.current;
    if (!element || memory.current.wanted || memory.current.settling) return;
    if (element.scrollTop < loadOlderWithinPx) loadOlder();
    if (memory.current.below < loadNewerWithinPx) loadNewer();
  }, [log, loadOlder, loadNewer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew when rows have come that may not fill the screen
  useEffect(loadAtEdges, [rows]);

  const onScroll = useCallback(() => {
    // Where we have put it ourselves no reader has scrolled: what grew since is followed before it is painted.
    if (log.current?.scrollTop === memory.current.top) settle();
    else look();
    loadAtEdges();
  }, [log, settle, look, loadAtEdges]);
  const go = useCallback(
    (wanted: Wanted | undefined) => {
      memory.current.wanted = wanted;
      if (wanted) settle();
    },
    [settle],
  );
  const unmark = useCallback(() => setMarkedId(undefined), []);

  return { onScroll, go, atEnd, isFar, lastSeenId, markedId, unmark };
};

/**
 * How far the reader has scrolled since they were last looked at: the event of it may still be on its way. At the end
 * it is what has become lower, and no reader, that moves the end.
 */
const handleScroll = (element: HTMLElement, now: Memory): void => {
  const scrolled = element.scrollTop - now.top;
  const below = element.scrollHeight - element.scrollTop - element.clientHeight;
  const isGlued = now.below < gluedPx && (below < gluedPx || Math.abs(scrolled) < gluedPx * 10);
  if (scrolled === 0 || isGlued) return;
  now.below -= scrolled;
  now.seen = now.seen.map(({ key, top }) => ({ key, top: top - scrolled }));
};

type Drawn = Pick<Options, 'rows' | 'virtual'>;

/** Takes the reader to what is wanted: there, near it as it is not drawn yet, or nowhere as it is not loaded. */
const take = (
  element: HTMLElement,
  { wanted, rows, virtual }: Drawn & { readonly wanted: Wanted },
): 'there' | 'near' | undefined => {
  if (wanted.to === 'end') {
    element.scrollTop = element.scrollHeight;
    const drawn = virtual.getVirtualItems().at(-1);
    return drawn?.index === rows.length - 1 ? 'there' : 'near';
  }
  const index = rows.findIndex(({ key }) => key === wanted.id);
  if (index === -1) return undefined;
  const row = element.querySelector(`[data-key="${CSS.escape(wanted.id)}"]`);
  if (row) {
    const { top, height } = row.getBoundingClientRect();
    const middle = Math.max(0, (element.clientHeight - height) / 2);
    element.scrollTop += top - element.getBoundingClientRect().top - middle;
    return 'there';
  }
  element.scrollTop = (virtual.getOffsetForIndex(index, 'start')?.[0] ?? 0) - element.clientHeight / 2;
  return 'near';
};
