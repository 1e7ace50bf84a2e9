import { useEffect, useRef } from 'react';
import { isInDialog } from '../../shared/is-typing.ts';
import { altLetter } from '../../shared/keys.ts';

/** What is done to the open ticket; each answers whether there was something to do. */
type Keys = { readonly accept: () => boolean; readonly resolve: () => boolean };

/** What stands for the two keys in the page's markup. */
export const headerKeys = { accept: 'Alt+A', resolve: 'Alt+R' } as const;

/** Alt with A accepts and Alt with R resolves the open ticket, wherever the focus is but in a dialog. */
export const useHeaderKeys = (keys: Keys): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || isInDialog(event.target)) return;
      const letter = altLetter(event);
      const isDone =
        (letter === 'a' && latest.current.accept()) || (letter === 'r' && latest.current.resolve());
      if (isDone) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
};
