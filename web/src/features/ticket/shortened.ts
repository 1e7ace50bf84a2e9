const longest = 3_000;
const shown = 1_500;
const longestWord = 80;

/** The beginning of a text that would fill the screen, cut between words; undefined for others. */
export const shortened = (text: string): string | undefined => {
  if (text.length <= longest) return undefined;
  const beginning = text.slice(0, shown);
  const gap = beginning.search(/\s\S*$/);
  if (gap >= shown - longestWord) return beginning.slice(0, gap);
  // Half an emoji would be drawn as a question mark.
  return beginning.replace(/[\uD800-\uDBFF]$/, '');
};
