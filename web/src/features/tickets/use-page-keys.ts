import { useEffect } from 'react';
import { isTyping } from '../../shared/is-typing.ts';

type Keys = { readonly search: () => void; readonly help: () => void; readonly leave: () => void };

/** / searches, ? shows the keys, Esc leaves the conversation. Where something can be written the first two are written. */
export const usePageKeys = ({ search, help, leave }: Keys): void => {
  useEffect(() => {
    const actions = new Map([
      ['/', search],
      ['?', help],
      ['Escape', leave],
    ]);
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
        return;
      const action = actions.get(event.key);
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [search, help, leave]);
};
