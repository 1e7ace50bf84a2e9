/** Puts the focus back once what held it is gone, unless it has found another place by then. */
export const focusAgain = (element: Element | null): void => {
  requestAnimationFrame(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && element instanceof HTMLElement) element.focus();
  });
};
