import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

/** Below this the conversation would be too narrow beside the drawer: it then lies over it. */
const roomForBoth = '(min-width: 1200px)';

/**
 * Whether the contact's drawer is open. Beside the conversation it stays open from ticket to ticket and from visit to
 * visit; over it, it is asked for each time.
 */
export const useContactDrawer = () => {
  const isBeside = useMediaQuery(roomForBoth, undefined, { getInitialValueInEffect: false });
  const [kept, keep] = useLocalStorage({
    key: 'contact-drawer',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [over, setOver] = useState(false);
  const isOpen = isBeside ? kept : over;
  const set = isBeside ? keep : setOver;
  return { isBeside, isOpen, toggle: () => set(!isOpen), close: () => set(false) };
};
