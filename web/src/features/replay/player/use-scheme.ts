import { useSyncExternalStore } from 'react';

const attribute = 'data-mantine-color-scheme';

/** Tells when the page changes its colours; what it answers ends that. */
export const watchScheme = (changed: () => void): (() => void) => {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: [attribute] });
  return () => observer.disconnect();
};

/** The colours that the page is drawn in, for what reads them once: a canvas is not drawn anew by itself. */
export const useScheme = (): string | null =>
  useSyncExternalStore(watchScheme, () => document.documentElement.getAttribute(attribute));
