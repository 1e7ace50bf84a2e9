import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { playArrival } from './sound.ts';

const Audio = globalThis.AudioContext;
let opened = 0;
beforeEach(() => {
  opened = 0;
  globalThis.AudioContext = class extends Audio {
    constructor() {
      super();
      opened += 1;
    }
  };
});
afterEach(() => {
  globalThis.AudioContext = Audio;
  vi.restoreAllMocks();
});

const touched = (hasBeenActive: boolean): void => {
  const activation = { hasBeenActive, isActive: hasBeenActive };
  vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue(activation);
};

// The browser would refuse the sound, with three warnings in its console for each message.
it('asks for no sound before the page was touched, and for it from then on', () => {
  touched(false);
  playArrival();
  expect(opened).toBe(0);
  touched(true);
  playArrival();
  expect(opened).toBe(1);
});
