import { useEffect, useState } from 'react';
import { focusAgain, focusedNow } from './focus-again.ts';

/** For what opens over the page: when it goes, the focus goes back to where it was. */
export const useFocusBack = (): void => {
  const [before] = useState(focusedNow);
  useEffect(() => () => focusAgain(before), [before]);
};
