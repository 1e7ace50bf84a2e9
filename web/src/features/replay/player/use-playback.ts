import { useReducedMotion } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Aligned } from './aligned.ts';
import { openPlayback, type Playback, type Shown, type Speed } from './playback.ts';
import { instantOf, type Side } from './played-side.ts';

/** Nobody wants to watch an empty night: unless it is said where, it begins so long before the first event. */
const leadMs = 900_000;

/** A playback for each period; where it begins, and how fast, counts only then. */
export const usePlayback = (side: Side, at: string | null, speed: Speed): Playback => {
  const isReduced = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const still = useRef(isReduced);
  useEffect(() => {
    still.current = isReduced;
  }, [isReduced]);
  const first = useRef({ at, speed });
  const playback = useMemo(() => {
    const { at: begin, speed: begun } = first.current;
    const time = begin
      ? Date.parse(begin) - Date.parse(side.answer.period.from)
      : Math.max(0, side.player.timeOf(0) - leadMs);
    return openPlayback({ player: side.player, time, speed: begun, isStill: () => still.current });
  }, [side]);
  useEffect(() => playback.run(), [playback]);
  return playback;
};

/** What is shown at the moment: who reads it is rendered ten times a second while it plays. */
export const useShown = (playback: Playback): Shown =>
  useSyncExternalStore(playback.subscribe, playback.getShown);

/** The address is written when it has stood for so long: browsers allow no more than a few changes a second. */
const standsAfterMs = 200;

/** Says where it stands, when it stands. */
export const useStanding = (side: Side, { time, isPlaying }: Shown, onStand: (at: string) => void): void => {
  const known = useRef(time);
  const say = useRef(onStand);
  useEffect(() => {
    say.current = onStand;
  });
  useEffect(() => {
    if (isPlaying || known.current === time) return undefined;
    const timer = setTimeout(() => {
      known.current = time;
      say.current(instantOf(side, time));
    }, standsAfterMs);
    return () => clearTimeout(timer);
  }, [side, time, isPlaying]);
};

/** Changes the speed here and where it is kept. */
export const useSpeed = (playback: Playback, onSpeed: (speed: Speed) => void) => {
  const keep = useRef(onSpeed);
  useEffect(() => {
    keep.current = onSpeed;
  });
  return useCallback(
    (speed: Speed): void => {
      playback.setSpeed(speed);
      keep.current(speed);
    },
    [playback],
  );
};

export type SideFrame = { readonly moves: number; readonly now: number; readonly jumps: boolean };

/** The frames of a side, for what draws it. */
export type Frames = {
  /** Registers what is done at each frame, which answers whether something is in motion still. */
  readonly onFrame: (run: (frame: SideFrame) => boolean) => () => void;
  /** Asks for a frame, in a pause, too. */
  readonly redraw: () => void;
};

/** What draws a side at each frame: of the period beside, what it had seen when its clock showed the same. */
export const useFrames = (playback: Playback, beside: Aligned | null): Frames =>
  useMemo(
    () => ({
      onFrame: run =>
        playback.onFrame(({ time, moves }, frame) =>
          run({ ...frame, moves: beside ? beside.movesAt(time) : moves }),
        ),
      redraw: playback.redraw,
    }),
    [playback, beside],
  );
