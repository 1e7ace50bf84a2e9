type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** What begins a sign that comes with the next key, or is put together by an input method. */
const beginnings: ReadonlySet<string> = new Set(['Dead', 'Process']);

/**
 * Whether a key writes something: a letter, a digit, a sign, the accent before a letter. Not the space, which presses
 * buttons and scrolls. Ctrl with Alt is what AltGr says on Windows, and Alt alone writes signs on a Mac.
 */
export const isWriting = ({ key, ctrlKey, metaKey, altKey }: Press): boolean => {
  if (metaKey || (ctrlKey && !altKey)) return false;
  if (beginnings.has(key)) return true;
  if (key === ' ' || [...key].length !== 1) return false;
  return !altKey || ctrlKey || !isAscii(key);
};

/** The letter that is pressed together with Alt and nothing else. A Mac tells the sign that the two would write. */
export const altLetter = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Press): string | undefined => {
  if (!altKey || ctrlKey || metaKey || shiftKey) return undefined;
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return isAscii(key) ? undefined : /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
};

const isAscii = (key: string): boolean => key.charCodeAt(0) < 128;
