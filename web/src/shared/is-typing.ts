let wasInDialog = false;
// It is asked before all others, and the dialog may have gone by the time they are: a key that closes it was its own.
globalThis.window?.addEventListener(
  'keydown',
  () => {
    wasInDialog = document.querySelector('[aria-modal=true]') !== null;
  },
  true,
);

/** Whether keys belong to a dialog or a menu at the moment, and not to the page. */
export const isInDialog = (target: EventTarget | null): boolean =>
  wasInDialog || (target instanceof Element && target.closest('[role=dialog],[role=menu]') !== null);

/** Whether keys belong to a field or a dialog at the moment, and not to the page. */
export const isTyping = (target: EventTarget | null): boolean =>
  isInDialog(target) ||
  (target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)));
