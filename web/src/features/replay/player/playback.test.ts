import { describe, expect, it } from 'vitest';
import { openPlayback, type Speed } from './playback.ts';

const hour = 3_600_000;
/** Four moves: two at one o'clock, one at two, one at three. */
const times = [hour, hour, 2 * hour, 3 * hour];
const player = {
  ...{ duration: 4 * hour, length: times.length },
  timeOf: (move: number) => times[move] ?? 0,
  movesUpTo: (time: number) => times.filter(each => each <= time).length,
};

const open = ({ time = 0, speed = 1 as Speed, isStill = (): boolean => false } = {}) => {
  let next: ((now: number) => void) | undefined;
  let now = 1_000;
  const playback = openPlayback({
    ...{ player, time, speed, isStill },
    requestFrame: run => {
      next = run;
      return 1;
    },
    cancelFrame: () => {
      next = undefined;
    },
  });
  const frame = (ms: number) => {
    now += ms;
    const run = next;
    next = undefined;
    run?.(now);
  };
  const stop = playback.run();
  frame(0);
  /** So many frames of 50 ms. */
  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) frame(50);
  };
  return { playback, pass, frame, stop, isAsking: () => next !== undefined };
};

describe('a playback', () => {
  it.each([0.5, 1, 10] as const)('at %d× plays a day in a minute, so many times over', speed => {
    const { playback, frame, pass } = open({ speed });
    playback.toggle();
    frame(0);
    pass(600);
    playback.pause();
    expect(playback.getShown().time).toBeCloseTo(600 * 1_440 * speed, -2);
  });

  it('stands until it is set going, and again when it is paused', () => {
    const { playback, pass } = open();
    pass(500);
    expect(playback.getShown()).toMatchObject({ time: 0, isPlaying: false });
    playback.toggle();
    pass(500);
    playback.toggle();
    const { time } = playback.getShown();
    expect(time).toBeGreaterThan(0);
    pass(500);
    expect(playback.getShown()).toMatchObject({ time, isPlaying: false });
  });

  it('stops at the end, and begins again from there', () => {
    const { playback, pass } = open({ time: 3.9 * hour });
    playback.toggle();
    pass(1_000);
    expect(playback.getShown()).toMatchObject({ time: 4 * hour, moves: 4, isPlaying: false });
    playback.toggle();
    expect(playback.getShown()).toMatchObject({ time: 0, moves: 0, isPlaying: true });
  });

  it('steps by event, one at a time also where two came together, and stays there', () => {
    const { playback } = open();
    playback.toggle();
    const steps = ([1, 1, 1, -1, -1, -1, -1] as const).map(by => {
      playback.step(by);
      const { moves, time, isPlaying } = playback.getShown();
      return [moves, time / hour, isPlaying];
    });
    expect(steps).toEqual([
      ...[
        [1, 1, false],
        [2, 1, false],
        [3, 2, false],
      ],
      ...[
        [2, 1, false],
        [1, 1, false],
        [0, 0, false],
        [0, 0, false],
      ],
    ]);
  });

  it('goes to any moment, and nowhere outside of the period', () => {
    const { playback } = open();
    const at = [-5, 2.5 * hour, 99 * hour].map(time => {
      playback.seek(time);
      return [playback.getShown().time, playback.getShown().moves];
    });
    expect(at).toEqual([
      [0, 0],
      [2.5 * hour, 3],
      [4 * hour, 4],
    ]);
  });

  it('draws at each frame and tells figures ten times a second', () => {
    const { playback, pass } = open();
    const drawn: number[] = [];
    let told = 0;
    playback.onFrame(({ time }) => {
      drawn.push(time);
      return false;
    });
    playback.subscribe(() => {
      told += 1;
    });
    playback.toggle();
    pass(1_000);
    expect([drawn.length, told]).toEqual([21, 11]);
  });

  it('loses no time to a page that was asleep', () => {
    const { playback, frame } = open();
    playback.toggle();
    frame(60_000);
    expect(playback.getShown().time).toBeLessThanOrEqual(250 * 1_440);
  });

  it('for who wants no motion goes on once a second, at once', () => {
    const { playback, pass } = open({ isStill: () => true });
    const jumps: boolean[] = [];
    const seen = new Set<number>();
    playback.toggle();
    playback.onFrame(({ time }, frame) => {
      jumps.push(frame.jumps);
      seen.add(time);
      return false;
    });
    pass(3_000);
    expect(new Set(jumps)).toEqual(new Set([true]));
    expect(seen.size).toBeLessThanOrEqual(5);
    expect(playback.getShown().time).toBeGreaterThan(1_000 * 1_440);
  });

  it('asks for no frame while it stands, at its end, and once it is gone', () => {
    const { playback, pass, frame, stop, isAsking } = open();
    expect(isAsking()).toBe(false);
    playback.toggle();
    frame(50);
    expect(isAsking()).toBe(true);
    playback.pause();
    frame(50);
    expect(isAsking()).toBe(false);
    playback.seek(3.9 * hour);
    playback.toggle();
    pass(1_000);
    expect([playback.getShown().isPlaying, isAsking()]).toEqual([false, false]);
    playback.toggle();
    stop();
    expect(isAsking()).toBe(false);
    playback.redraw();
    expect(isAsking()).toBe(false);
  });

  it('asks for frames in a pause for as long as something moves, and for one to draw anew', () => {
    const { playback, frame, isAsking } = open();
    let left = 0;
    playback.onFrame(() => {
      left -= 1;
      return left > 0;
    });
    left = 3;
    playback.seek(hour);
    expect(isAsking()).toBe(true);
    frame(50);
    expect(isAsking()).toBe(true);
    frame(50);
    expect(isAsking()).toBe(false);
    playback.redraw();
    expect(isAsking()).toBe(true);
    frame(50);
    expect(isAsking()).toBe(false);
  });
});
