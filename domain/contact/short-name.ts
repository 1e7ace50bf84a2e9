import { cutText } from '../shared/text.ts';

/** Specification, core, section 5. */
const longest = 50;
/** A name of one long word is cut within it. */
const shortestWhole = 25;

/**
 * A name that somebody gave themselves, in the room that a contact's name has: what does not fit is left out after a
 * whole word, which "…" tells. Never ends within a character.
 */
export const shortName = (given: string): string => {
  const name = given.trim();
  if (name.length <= longest) return name;
  const kept = cutText(name, longest - 1);
  const isWordsEnd = /^\s/.test(name.slice(kept.length));
  const lastSpace = kept.search(/\s\S*$/);
  const whole = isWordsEnd || lastSpace < shortestWhole ? kept : kept.slice(0, lastSpace);
  return `${whole.replace(/[\s,.;:–-]+$/u, '')}…`;
};
