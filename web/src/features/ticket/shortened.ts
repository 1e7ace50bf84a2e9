import { cutText } from '#domain/shared/text.ts';

const longest = 3_000;
const shown = 1_500;
const longestWord = 80;

/** The beginning of a text that would fill the screen, cut between words; undefined for others. */
export const shortened = (text: string): string | undefined => {
  if (text.length <= longest) return undefined;
  const beginning = cutText(text, shown);
  const gap = beginning.search(/\s\S*$/);
  return gap >= shown - longestWord ? beginning.slice(0, gap) : beginning;
};
