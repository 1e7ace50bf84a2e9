let last: Element | null = null;
globalThis.document?.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) last = target;
});

/**
 * What has the focus, or had it last when nothing has. Of an item of a menu, which goes as soon as it is chosen, the
 * button that opened the menu.
 */
export const focusedNow = (): Element | null => {
  const focused = isLost() ? last : document.activeElement;
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return (button && document.getElementById(button)) || focused;
};

/** Puts the focus back once what held it is gone, unless it has found another place by then. */
export const focusAgain = (element: Element | null): void => {
  requestAnimationFrame(() => {
    if (isLost() && element instanceof HTMLElement) element.focus();
  });
};

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
