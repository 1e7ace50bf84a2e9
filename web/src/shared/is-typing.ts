/** A page that asks: `[aria-modal]`. What is chosen from: a menu, which gets the focus a moment after it is there. */
const above = '[aria-modal=true],[role=menu]';
let wasBelow = false;
// It is asked before all others, and what is above the page may have gone by the time they are: a key that closes it
// was its own.
globalThis.window?.addEventListener(
  'keydown',
  () => {
    wasBelow = document.querySelector(above) !== null;
  },
  true,
);

/** Whether keys belong to a dialog or a menu at the moment, and not to the page. */
export const isInDialog = (target: EventTarget | null): boolean =>
  wasBelow || (target instanceof Element && target.closest('[role=dialog],[role=menu]') !== null);

/** Whether keys belong to a field or a dialog at the moment, and not to the page. */
export const isTyping = (target: EventTarget | null): boolean =>
  isInDialog(target) ||
  (target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)));
