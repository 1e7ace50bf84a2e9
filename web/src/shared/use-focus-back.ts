import { useEffect, useState } from 'react';

/** For dialogs that are mounted to open and unmounted to close: gives the focus back to where it was before. */
export const useFocusBack = (): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
};
