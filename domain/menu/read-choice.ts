/** Letters without accents and capitals, digits without frames, single spaces. */
const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** "2", "2.", "[2]", "02" and the like, as people copy it from a list. */
const asNumber = /^\[? ?0{0,3}(\d{1,3}) ?[\].):-]?$/;

/**
 * Which of the names an answer means, as its place in the list: by its number, counted from 1, or else by the name
 * itself. Undefined for anything else.
 */
export const readChoice = (answer: string, names: readonly string[]): number | undefined => {
  const said = plain(answer);
  const number = Number(asNumber.exec(said)?.[1] ?? 0);
  if (number >= 1 && number <= names.length) return number - 1;
  const named = said === '' ? -1 : names.findIndex(name => plain(name) === said);
  return named < 0 ? undefined : named;
};

export const isBack = (answer: string): boolean => plain(answer) === '#';
