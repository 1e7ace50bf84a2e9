import { useEffect } from 'react';
import { isInDialog } from '../../../shared/is-typing.ts';
import type { Playback } from './playback.ts';

const keysOfTheirOwn = 'input, textarea, select, [role=tab], [role=radiogroup], [contenteditable], table';

/** Space plays and pauses, arrows go to the next event and the one before; fields and buttons keep their keys. */
export const usePlayerKeys = (playback: Playback): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || isInDialog(target)) return;
      const within = (selector: string) => target instanceof Element && target.closest(selector) !== null;
      if (!within('input[type=range]') && within(keysOfTheirOwn)) return;
      if (key === ' ' && within('button, a')) return;
      if (!does(playback, key)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [playback]);
};

/** Whether the key is one of the player's. */
const does = (playback: Playback, key: string): boolean => {
  if (key === ' ') playback.toggle();
  else if (key === 'ArrowRight') playback.step(1);
  else if (key === 'ArrowLeft') playback.step(-1);
  else if (key === 'Home') playback.seek(0);
  else return false;
  return true;
};
