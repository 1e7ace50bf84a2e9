/**
 * Focuses a field of a form, as the form knows it; of a group of choices, which cannot have the focus, its first one.
 * Answers what has the focus then.
 */
export const focusField = (field: HTMLElement | null): HTMLElement | null => {
  const choice = field?.querySelector<HTMLElement>('input:not([type="hidden"])');
  const target = choice ?? field;
  target?.focus();
  return target;
};
