/** The same text without what Postgres has no place for: the character 0 and halves of characters. */
export const cleanText = (text: string): string =>
  (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text).toWellFormed();

/** Whether somebody who looks at it sees anything: not only spaces, control characters and what has no width. */
export const isVisible = (text: string): boolean => /[^\p{Z}\p{Cc}\p{Cf}]/u.test(text);

/** The same value with every text in it clean, however deep in lists and plain objects. */
export const cleanTexts = <Value>(value: Value): Value => {
  if (typeof value === 'string') return cleanText(value) as Value;
  if (Array.isArray(value)) return value.map(cleanTexts) as Value;
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cleanTexts(each)])) as Value;
};

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The characters of a text as people see them: an emoji of several parts, or a letter with its accents, is one. */
export const charactersOf = (text: string): readonly string[] =>
  Array.from(characters.segment(text), ({ segment }) => segment);

/**
 * The beginning of a text, `most` UTF-16 units long at most. It ends between two characters as people see them: each
 * stays whole or is left out.
 */
export const cutText = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const end = characters.segment(text).containing(most)?.index ?? most;
  // One character alone may be longer than that.
  return end > 0 ? text.slice(0, end) : withoutHalf(text.slice(0, most));
};

const withoutHalf = (text: string): string => (text.isWellFormed() ? text : text.slice(0, -1));

const longestFileName = 200;
const longestEnding = 20;

/**
 * A file's name without folders and without what cannot be seen; '' when nothing is left of it. A slash within a name is
 * a sign of it, as in a number and its year. However long it is, it keeps its ending.
 */
export const fileName = (given: string): string => {
  const name = (isPath(given) ? (given.split(/[\\/]/).at(-1) ?? '') : given).replaceAll(/\p{C}/gu, '').trim();
  if (/^[./\\]*$/.test(name)) return '';
  const [ending = ''] = /\.[^.\s/\\]+$/.exec(name) ?? [];
  const kept = ending.length <= longestEnding ? ending : '';
  return cutText(name.slice(0, name.length - kept.length), longestFileName - kept.length) + kept;
};

/** From the root, a drive or a home, or up and down through folders. */
const isPath = (given: string): boolean =>
  /^(?:[\\/~]|[a-z]:[\\/])/i.test(given) || given.split(/[\\/]/).some(part => part === '.' || part === '..');
