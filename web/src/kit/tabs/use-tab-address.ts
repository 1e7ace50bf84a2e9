import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { PageTab } from './tabbed-page.tsx';

/** A tab with an address of its own. That of the first is the screen's. */
export type AddressedTab = PageTab & {
  readonly to: string;
  /** Addresses below the tab's own that it shows, too. */
  readonly below?: RegExp;
};

/** The open tab of a screen, which the address says, and how another one is opened. No tab's address leads to the first. */
export const useTabAddress = (tabs: readonly [AddressedTab, ...AddressedTab[]]) => {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const path = pathname.replace(/\/+$/, '');
  const found = tabs.find(({ to, below }) => to === path || below?.test(path));
  const first = tabs[0].to;
  useEffect(() => {
    if (!found) void navigate(first, { replace: true });
  }, [found, first, navigate]);
  const shown = found ?? tabs[0];
  const onChoose = (id: string): void => {
    const chosen = tabs.find(tab => tab.id === id);
    if (chosen) void navigate(chosen.to);
  };
  return { shown: shown.id, onChoose };
};
