import { useLocation, useNavigate } from 'react-router';
import type { PageTab } from './tabbed-page.tsx';

/** A tab with an address of its own. That of the first is the screen's, and all that no other has. */
export type AddressedTab = PageTab & { readonly to: string };

/** The open tab of a screen, which the address says, and how another one is opened. */
export const useTabAddress = (tabs: readonly [AddressedTab, ...AddressedTab[]]) => {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shown = tabs.find(({ to }) => to === pathname) ?? tabs[0];
  const onChoose = (id: string): void => {
    const chosen = tabs.find(tab => tab.id === id);
    if (chosen) void navigate(chosen.to);
  };
  return { shown: shown.id, onChoose };
};
