import { useEffect, useRef } from 'react';
import { isTyping } from '../../shared/is-typing.ts';

type Keys = { readonly accept: () => void; readonly resolve: () => void };

/** a accepts and r resolves the open ticket, unless a row of the list has the focus. */
export const useHeaderKeys = (keys: Keys): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
        return;
      if (event.key === 'r') latest.current.resolve();
      if (event.key === 'a' && !document.activeElement?.closest('[data-index]')) latest.current.accept();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
};
