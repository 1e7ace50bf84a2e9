import type { Player } from '#domain/replay/player.ts';

/** At speed 1 a day takes a minute. */
export const dayMs = 86_400_000;
const dayTakesMs = 60_000;
export const speeds = [0.5, 1, 2, 5, 10] as const;
export type Speed = (typeof speeds)[number];
export const isSpeed = (value: number): value is Speed => speeds.some(speed => speed === value);

/** Figures and words are shown so often while it plays; more nobody reads. */
const shownEachMs = 100;
/** Who wants no motion sees what has become of it so often. */
const stillEachMs = 1_000;
/** After a pause of the browser it goes on where it was. */
const longestFrameMs = 250;

export type Shown = {
  /** Milliseconds since the period began. */
  readonly time: number;
  /** How many moves there were by then; the last of them is the present one. */
  readonly moves: number;
  readonly isPlaying: boolean;
  readonly speed: Speed;
};
/**
 * `jumps`: it came there at once, there is nothing to move on the screen. Answers whether something is in motion still,
 * which wants another frame in a pause, too.
 */
export type OnFrame = (shown: Shown, frame: { readonly now: number; readonly jumps: boolean }) => boolean;

type Options = {
  readonly player: Pick<Player, 'duration' | 'length' | 'movesUpTo' | 'timeOf'>;
  readonly time: number;
  readonly speed: Speed;
  readonly isStill: () => boolean;
  /** The browser's frames. */
  readonly requestFrame?: (run: (now: number) => void) => number;
  readonly cancelFrame?: (id: number) => void;
};

/**
 * Where the player is, outside of React: its loop runs with the browser's frames for as long as it plays or something
 * moves on the screen (a hidden page has no frames), draws by `onFrame`, and notifies who shows words and figures only
 * every tenth of a second.
 */
export const openPlayback = ({ player, isStill, ...options }: Options) => {
  const { requestFrame = requestAnimationFrame, cancelFrame = cancelAnimationFrame } = options;
  const begin = Math.min(Math.max(0, options.time), player.duration);
  let shown: Shown = {
    ...{ time: begin, moves: player.movesUpTo(begin), isPlaying: false, speed: options.speed },
  };
  let [notifiedAt, appliedAt, lastFrame] = [0, 0, 0];
  let [isRunning, frame] = [false, 0];
  const listeners = new Set<() => void>();
  const drawers = new Set<OnFrame>();
  let snapshot = shown;

  const notify = () => {
    snapshot = shown;
    for (const listener of listeners) listener();
  };
  const wake = () => {
    if (isRunning && frame === 0) frame = requestFrame(onFrame);
  };
  const draw = (now: number, jumps: boolean) => {
    const moving = [...drawers].filter(drawer => drawer(shown, { now, jumps }));
    if (shown.isPlaying || moving.length > 0) wake();
    else lastFrame = 0;
  };
  const go = (time: number, moves: number) => {
    shown = { ...shown, time, moves };
    draw(performance.now(), true);
    notify();
  };

  const onFrame = (now: number): void => {
    frame = 0;
    const passed = lastFrame === 0 ? 0 : Math.min(now - lastFrame, longestFrameMs);
    lastFrame = now;
    // What was set in motion comes to its end in a pause, too.
    if (!shown.isPlaying) {
      draw(now, false);
      return;
    }
    const still = isStill();
    if (still && now - appliedAt < stillEachMs) {
      draw(now, true);
      return;
    }
    const step = still ? (appliedAt === 0 ? passed : Math.min(now - appliedAt, stillEachMs * 2)) : passed;
    appliedAt = now;
    const time = Math.min(shown.time + (step * shown.speed * dayMs) / dayTakesMs, player.duration);
    const isOver = time >= player.duration;
    shown = { ...shown, time, moves: player.movesUpTo(time), isPlaying: !isOver };
    draw(now, still);
    if (isOver || now - notifiedAt >= shownEachMs) {
      notifiedAt = now;
      notify();
    }
  };

  const pause = () => {
    if (!shown.isPlaying) return;
    shown = { ...shown, isPlaying: false };
    notify();
  };
  const seek = (time: number) => {
    const to = Math.min(Math.max(0, time), player.duration);
    go(to, player.movesUpTo(to));
  };

  return {
    getShown: () => snapshot,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Calls at every frame, and once now. */
    onFrame: (drawer: OnFrame) => {
      drawers.add(drawer);
      if (drawer(shown, { now: performance.now(), jumps: true })) wake();
      return () => void drawers.delete(drawer);
    },
    /** Asks for the browser's frames, where there is something to draw, until what it answers is called. */
    run: () => {
      isRunning = true;
      wake();
      return () => {
        isRunning = false;
        cancelFrame(frame);
        frame = 0;
        lastFrame = 0;
      };
    },
    /** Has all drawn once more, in a pause, too: their size or their colours are others now. */
    redraw: wake,
    toggle: () => {
      if (shown.isPlaying) return pause();
      // At its end it begins again.
      const fromStart = shown.time >= player.duration;
      const time = fromStart ? 0 : shown.time;
      shown = { ...shown, isPlaying: true, time, moves: fromStart ? player.movesUpTo(0) : shown.moves };
      appliedAt = 0;
      notify();
      wake();
      return undefined;
    },
    pause,
    seek,
    /** To the next event or the one before, and stays there. */
    step: (by: 1 | -1) => {
      const moves = Math.min(Math.max(0, shown.moves + by), player.length);
      shown = { ...shown, isPlaying: false };
      go(moves === 0 ? 0 : player.timeOf(moves - 1), moves);
    },
    setSpeed: (speed: Speed) => {
      shown = { ...shown, speed };
      notify();
    },
  };
};
export type Playback = ReturnType<typeof openPlayback>;
